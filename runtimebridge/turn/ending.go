package turn

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/openprogram/openprogram-go/runtimebridge"
	"github.com/openprogram/openprogram-go/runtimebridge/event"
	"github.com/openprogram/openprogram-go/runtimebridge/store"
)

const (
	// finishTimeout bounds the last write of a turn that ends by itself. It is
	// longer than a store waits for its other writers.
	finishTimeout = 40 * time.Second
	// dropTimeout bounds the last write of a cancelled turn, for which the
	// session's next prompt waits.
	dropTimeout = 4 * time.Second
)

// end settles how the turn ended, once, and stores it. A cancel that came first
// wins, whatever the turn had reached.
func (t *turn) end(ctx context.Context, text string, err error) (runtimebridge.TurnResult, error) {
	timedOut := errors.Is(context.Cause(ctx), errTimeout)
	if ctx.Err() != nil && !timedOut || !t.outcome.Complete() {
		return runtimebridge.TurnResult{}, t.drop(ctx)
	}
	result := runtimebridge.TurnResult{
		SessionID: t.right.SessionID, AssistantMessageID: t.right.AssistantMessageID, Text: text,
	}
	ctx, stop := context.WithTimeout(context.WithoutCancel(ctx), finishTimeout)
	defer stop()
	if err != nil {
		f := asFailure(err)
		if timedOut {
			f.code = CodeTimeout
		}
		t.options.Logger.Warn("turn failed", "code", string(f.code), "cause", causeOf(err))
		result.Text, result.Failed, result.FailureCode = sentences[f.code], true, string(f.code)
		t.keepPartial(ctx, f.partial)
	}
	if err := t.options.Store.Finish(ctx, t.right, store.Ending{Text: result.Text, At: t.options.Now()}); err != nil {
		return runtimebridge.TurnResult{}, fmt.Errorf("turn: store the ending: %w", err)
	}
	t.publish(event.TurnEnded, map[string]any{"failed": result.Failed, "code": result.FailureCode})
	return result, nil
}

// keepPartial stores the text of a reply that broke off, off the branch. The
// store itself gives a result to each call that has none.
func (t *turn) keepPartial(ctx context.Context, text string) {
	if text == "" {
		return
	}
	step := store.Step{Kind: store.StepPartial, Text: text, Provider: t.provider.Name()}
	if err := t.options.Store.AppendStep(ctx, t.right, step); err != nil {
		t.options.Logger.Warn("partial text of a failed turn was not stored")
	}
}

// drop ends a cancelled turn: its steps go, a fixed note stays.
func (t *turn) drop(ctx context.Context) error {
	cancelled := cancellation(ctx, t.outcome)
	ctx, stop := context.WithTimeout(context.WithoutCancel(ctx), dropTimeout)
	defer stop()
	t.options.Questions.DeclineSession(t.right.SessionID)
	ending := store.Ending{Text: store.CancelledNote, DropSteps: true, At: t.options.Now()}
	if err := t.options.Store.Finish(ctx, t.right, ending); err != nil {
		t.options.Logger.Warn("note of a cancelled turn was not stored")
		t.undropped.add(droppedTurn{right: t.right, ending: ending})
	}
	t.publish(event.TurnEnded, map[string]any{"cancelled": true})
	return cancelled
}

// cancellation is the error of a request whose context ended or whose outcome
// was cancelled. It settles an outcome that was not.
func cancellation(ctx context.Context, outcome *runtimebridge.Outcome) error {
	reason := runtimebridge.ReasonRequestCancelled
	var cause *runtimebridge.Cancellation
	if errors.As(context.Cause(ctx), &cause) {
		reason = cause.Reason
	}
	if outcome != nil {
		outcome.Cancel(reason)
		if err := outcome.Err(); err != nil {
			return err
		}
	}
	return &runtimebridge.Cancellation{Reason: reason}
}
