package mcpserver

import (
	"context"
	"io"
	"log/slog"
	"maps"
	"slices"
	"time"

	"github.com/openprogram/openprogram-go/runtimebridge"
)

// endReason says what ended a connection.
type endReason string

const (
	endOfInput  endReason = "end_of_input"
	endOfServer endReason = "stopped"      // the context of Serve ended
	endOfOutput endReason = "write_failed" // the client does not take its answers
)

// The bounds of an end, counted from the moment when no more work is waited for.
const (
	cleanupWait = 1500 * time.Millisecond // for the work of cancelled calls
	giveUpWait  = 1800 * time.Millisecond // for calls that have completed and do not say so
	endWait     = 2 * time.Second         // for that and all output
	closeWait   = 500 * time.Millisecond  // for the runtime to end its view
)

// serve runs one connection from its first frame to its last.
func (s *Server) serve(ctx context.Context, view runtimebridge.Connection, trail trail, in io.Reader, out io.Writer) endReason {
	c := s.newConnection(ctx, view, trail, out)
	go func() {
		if err := c.out.write(); err != nil {
			c.log.Warn("output failed")
		}
	}()
	inputEnded, reading := make(chan struct{}), endOfInput
	go func() {
		defer close(inputEnded)
		reading = c.read(in)
	}()
	reason := c.await(ctx, inputEnded)
	if reason == endOfInput {
		reason = reading
	}
	if reason == endOfInput {
		reason = c.drain(ctx, s.options.ShutdownGrace)
	}
	c.end()
	interrupt(in, inputEnded, out, c.out.stopped)
	return reason
}

// await waits until the connection has to end.
func (c *connection) await(ctx context.Context, inputEnded <-chan struct{}) endReason {
	select {
	case <-inputEnded:
		return endOfInput
	case <-ctx.Done():
		return endOfServer
	case <-c.out.failed:
		return endOfOutput
	}
}

// drain lets accepted calls finish and their answers leave, for as long as the
// grace. Something worse than the end of the input may cut it short.
func (c *connection) drain(ctx context.Context, grace time.Duration) endReason {
	if grace <= 0 {
		return endOfInput
	}
	limited, cancel := context.WithTimeout(ctx, grace)
	defer cancel()
	select {
	case <-c.whenIdle():
		c.out.awaitEmpty(limited.Done())
	case <-limited.Done():
	case <-c.out.failed:
	}
	select {
	case <-c.out.failed:
		return endOfOutput
	case <-ctx.Done():
		return endOfServer
	default:
		return endOfInput
	}
}

// end stops the connection: calls are cancelled and answered, their work and
// the output get a bounded time, and whatever is left after it is abandoned.
func (c *connection) end() {
	late := time.NewTimer(endWait)
	defer late.Stop()
	expire := time.AfterFunc(cleanupWait, func() { close(c.expired) })
	defer expire.Stop()
	lost := time.AfterFunc(giveUpWait, c.giveUp)
	defer lost.Stop()

	for _, call := range c.stopAccepting() {
		c.work.Go(func() { c.cancel(call, runtimebridge.ReasonConnectionClosed) })
	}
	settled := make(chan struct{})
	go func() {
		defer close(settled)
		c.work.Wait()
		c.out.close()
		<-c.out.stopped
	}()
	select {
	case <-settled:
	case <-late.C:
		c.log.Error("connection abandoned unfinished work")
	}
	c.abandon(&runtimebridge.Cancellation{Reason: runtimebridge.ReasonConnectionClosed})
	c.protocol.close()
}

// stopAccepting ends the taking of calls and gives those that are not answered.
func (c *connection) stopAccepting() []*call {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.stopped = true
	c.refuseAll()
	return slices.Collect(maps.Values(c.inFlight))
}

// giveUp answers the calls that nobody else will. They could not be cancelled:
// their work has completed, or is in the middle of a write, and has not come back
// since. What has become of it is not known here.
func (c *connection) giveUp() {
	c.mu.Lock()
	calls := slices.Collect(maps.Values(c.inFlight))
	c.mu.Unlock()
	for _, call := range calls {
		c.answer(call, call.wrapper.broken)
	}
	for _, call := range calls {
		if turn := call.turn.Load(); turn != nil {
			go turn.record(nil) // whatever it waits for
		}
	}
}

// interrupt asks a stream whose read or write still blocks to give up, if it
// knows deadlines.
func interrupt(in io.Reader, inputEnded <-chan struct{}, out io.Writer, outputEnded <-chan struct{}) {
	past := time.Unix(1, 0)
	select {
	case <-inputEnded:
	default:
		if stream, ok := in.(interface{ SetReadDeadline(time.Time) error }); ok {
			_ = stream.SetReadDeadline(past)
		}
	}
	select {
	case <-outputEnded:
	default:
		if stream, ok := out.(interface{ SetWriteDeadline(time.Time) error }); ok {
			_ = stream.SetWriteDeadline(past)
		}
	}
}

// closeView ends the runtime's view of a client, whatever the runtime does.
func closeView(ctx context.Context, view runtimebridge.Connection, log *slog.Logger) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), closeWait)
	defer cancel()
	closed := make(chan struct{})
	go func() {
		defer close(closed)
		defer func() {
			if value := recover(); value != nil {
				logPanic(log, value)
			}
		}()
		_ = view.Close(ctx)
	}()
	select {
	case <-closed:
	case <-ctx.Done():
		log.Error("runtime did not close its connection")
	}
}
