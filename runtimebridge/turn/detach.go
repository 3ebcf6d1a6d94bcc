package turn

import (
	"context"
	"errors"
	"sync"
	"time"
)

// abortGrace is how long a provider may take to return once its context has
// ended. After it the turn goes on without the provider.
const abortGrace = 500 * time.Millisecond

// errPanic stands for work that panicked.
var errPanic = errors.New("turn: detached work panicked")

// outcomeOf is what detached work gave.
type outcomeOf[T any] struct {
	value T
	err   error
}

// detached runs work in a goroutine of its own, counted in running, and waits
// for it. When ctx ends and the work does not return within the grace, it is
// left behind and what it gives later is dropped. A panic is an error.
func detached[T any](ctx context.Context, running *sync.WaitGroup, work func() (T, error)) (T, error) {
	done := make(chan outcomeOf[T], 1)
	running.Go(func() {
		got := outcomeOf[T]{err: errPanic}
		defer func() {
			_ = recover()
			done <- got
		}()
		got.value, got.err = work()
	})
	select {
	case got := <-done:
		return got.value, got.err
	case <-ctx.Done():
	}
	late := time.NewTimer(abortGrace)
	defer late.Stop()
	select {
	case got := <-done:
		return got.value, context.Cause(ctx)
	case <-late.C:
		var none T
		return none, context.Cause(ctx)
	}
}
