package tool

import (
	"context"
	"errors"
	"slices"
	"time"

	"github.com/openprogram/openprogram-go/runtimebridge"
)

var (
	errTimeout = errors.New("tool: the call ran out of time")
	errEnded   = errors.New("tool: the call has ended")
	errPanic   = errors.New("tool: the tool panicked")
)

// ending is how an allowed call ended.
type ending struct {
	result runtimebridge.Result
	err    error
	reason string // a code for the audit log
}

// The codes of an ending; a failed result's own reason is another.
const (
	endOK        = "ok"
	endFailed    = "failed"
	endTimeout   = "timeout"
	endCancelled = "cancelled"
	endPanicked  = "panicked"
	endContent   = "bad_content"
)

// answer is what came out of Run.
type answer struct {
	result runtimebridge.Result
	err    error
}

// run enters the tool and waits for it, or for the end of the call and a little
// longer. Whatever the tool does afterwards has no effect.
func (g *Gate) run(ctx context.Context, c *call) ending {
	if err := ended(ctx, c.request.Outcome); err != nil {
		return ending{err: err, reason: endCancelled}
	}
	toolCtx, cancel := context.WithCancelCause(ctx)
	defer cancel(errEnded)
	toolCtx, stop := context.WithTimeoutCause(toolCtx, g.limit(c), errTimeout)
	defer stop()
	answers := make(chan answer, 1)
	g.running.start(func() { enter(toolCtx, c, answers) })
	got, ok := g.await(toolCtx, cancel, c, answers)

	// The request's own end comes first, whatever the tool has to say.
	if err := ended(ctx, c.request.Outcome); err != nil {
		c.seal(err)
		return ending{err: err, reason: endCancelled}
	}
	c.seal(errEnded)
	if !ok {
		return failed(endTimeout, "the tool ran out of time")
	}
	return g.settle(toolCtx, c, got)
}

// await is false when the tool did not come back in time.
func (g *Gate) await(ctx context.Context, cancel context.CancelCauseFunc, c *call, answers <-chan answer) (answer, bool) {
	select {
	case got := <-answers:
		return got, true
	case <-ctx.Done():
	case <-c.request.Outcome.Cancelled():
		cancel(c.request.Outcome.Err())
	}
	grace := time.NewTimer(g.options.Grace)
	defer grace.Stop()
	select {
	case got := <-answers:
		return got, true
	case <-grace.C:
		g.options.Logger.Warn("tool outlives its call", "tool", c.entry.spec.Name)
		return answer{}, false
	}
}

// enter runs the tool. It answers also after a panic and after runtime.Goexit.
func enter(ctx context.Context, c *call, answers chan<- answer) {
	growStack(0)
	got := answer{err: errPanic}
	defer func() {
		_ = recover()
		answers <- got
	}()
	result, err := c.entry.tool.Run(ctx, c.invocation(ctx))
	got = answer{result: result, err: err}
}

// settle turns the tool's answer into the call's result. An error of the tool,
// whatever its type, is a failure and nothing else, and its text goes nowhere.
func (g *Gate) settle(ctx context.Context, c *call, got answer) ending {
	switch {
	case got.err == errPanic:
		g.options.Logger.Error("tool panicked", "tool", c.entry.spec.Name)
		return failed(endPanicked, "the tool failed")
	case got.err != nil && errors.Is(context.Cause(ctx), errTimeout):
		return failed(endTimeout, "the tool ran out of time")
	case got.err != nil:
		return failed(endFailed, "the tool failed")
	}
	content, err := checkContent(got.result.Content)
	if errors.Is(err, errTooMuch) {
		return ending{result: runtimebridge.FailedResult(runtimebridge.ReasonTooLarge, "the result is too large"), reason: endContent}
	}
	if err != nil {
		return failed(endContent, "the tool gave a result that cannot be shown")
	}
	result := got.result
	result.Content = content
	result.Reason = knownReason(result)
	return ending{result: result, reason: codeOf(result)}
}

// knownReason keeps the reasons that have a text of their own, and those only
// of a failure.
func knownReason(result runtimebridge.Result) runtimebridge.ReasonCode {
	known := []runtimebridge.ReasonCode{
		runtimebridge.ReasonNotFound, runtimebridge.ReasonTooLarge,
		runtimebridge.ReasonInvalidPattern, runtimebridge.ReasonConflict,
	}
	if result.IsError && slices.Contains(known, result.Reason) {
		return result.Reason
	}
	return ""
}

func codeOf(result runtimebridge.Result) string {
	switch {
	case !result.IsError:
		return endOK
	case result.Reason != "":
		return string(result.Reason)
	}
	return endFailed
}

func failed(reason, text string) ending {
	return ending{result: runtimebridge.FailedResult("", text), reason: reason}
}
