package engine

import (
	"context"

	"github.com/openprogram/openprogram-go/runtimebridge"
)

// lazy is something that is opened by its first user. An opening that fails is
// tried again by the next user; after close there is no next.
type lazy[T any] struct {
	open   func() (T, error)
	turn   chan struct{} // holds one token: whoever has it may look and change
	value  T
	opened bool
	closed bool
}

func newLazy[T any](open func() (T, error)) *lazy[T] {
	l := &lazy[T]{open: open, turn: make(chan struct{}, 1)}
	l.turn <- struct{}{}
	return l
}

// get gives the value. It waits for another user who is opening it, until ctx
// ends.
func (l *lazy[T]) get(ctx context.Context) (T, error) {
	var none T
	select {
	case <-l.turn:
		defer func() { l.turn <- struct{}{} }()
	case <-ctx.Done():
		return none, context.Cause(ctx)
	}
	switch {
	case l.closed:
		return none, runtimebridge.ErrClosed
	case l.opened:
		return l.value, nil
	}
	value, err := l.open()
	if err != nil {
		return none, err
	}
	l.value, l.opened = value, true
	return value, nil
}

// close ends the opening and hands the value, if it was opened, to release. It
// waits for a user who is opening it, until ctx ends: then nothing is released.
func (l *lazy[T]) close(ctx context.Context, release func(T) error) error {
	select {
	case <-l.turn:
		defer func() { l.turn <- struct{}{} }()
	case <-ctx.Done():
		return context.Cause(ctx)
	}
	if l.closed {
		return nil
	}
	l.closed = true
	if !l.opened {
		return nil
	}
	return release(l.value)
}
