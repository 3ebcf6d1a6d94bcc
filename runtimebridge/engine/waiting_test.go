package engine_test

import (
	"context"

	"github.com/openprogram/openprogram-go/runtimebridge"
)

// waiting is a Runtime tool that says when it was entered, and waits until its
// context ends or it is released.
type waiting struct {
	entered chan struct{}
	release chan struct{}
	deaf    bool
	wrote   chan error
}

func newWaiting() *waiting {
	return &waiting{entered: make(chan struct{}, 16), release: make(chan struct{}), wrote: make(chan error, 16)}
}

func (w *waiting) Spec() runtimebridge.ToolSpec {
	return runtimebridge.ToolSpec{Name: "zebra", InputSchema: []byte(open), ReadOnly: true}
}

func (w *waiting) Run(ctx context.Context, in runtimebridge.Invocation) (runtimebridge.Result, error) {
	w.entered <- struct{}{}
	if w.deaf {
		<-w.release
		w.wrote <- in.Commit(func() error { return nil })
		return runtimebridge.TextResult("late"), nil
	}
	select {
	case <-ctx.Done():
		return runtimebridge.Result{}, ctx.Err()
	case <-w.release:
		return runtimebridge.TextResult("done"), nil
	}
}
