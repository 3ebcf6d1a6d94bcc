package process

import (
	"context"
	"os"
	"time"
)

// How long a process may take to end after the first signal, and the signal at
// which it ends whatever it is doing.
const (
	lastMoment = 3 * time.Second
	lastSignal = 3
)

// UntilSignal gives a context that ends at the first signal that asks the
// process to end. The clean-up that follows has 3 s: after that, or at a third
// signal, exit is called with 1. A second signal changes nothing, because
// clients send two different ones in a row. stop ends the watch. When a signal
// had come by then, those that follow still change nothing: the process is on its
// way to its own exit code.
//
// A client that has gone, so that writing to standard error fails, does not
// end the process either.
func UntilSignal(parent context.Context, exit func(code int)) (ctx context.Context, stop func()) {
	signals := make(chan os.Signal, lastSignal)
	ignored := make(chan os.Signal, 1)
	quiet := notify(signals, ignored)
	ctx, unwatch := watch(parent, signals, exit)
	return ctx, func() {
		if !unwatch() {
			quiet()
		}
	}
}

// watch is UntilSignal for the signals of a channel. unwatch tells whether one
// has come.
func watch(parent context.Context, signals <-chan os.Signal, exit func(code int)) (ctx context.Context, unwatch func() bool) {
	ctx, cancel := context.WithCancel(parent)
	done := make(chan struct{})
	ended := make(chan struct{})
	count := 0
	go func() {
		defer close(ended)
		var deadline <-chan time.Time
		for {
			select {
			case <-signals:
				count++
				cancel()
				if deadline == nil {
					deadline = time.After(lastMoment)
				}
				if count == lastSignal {
					exit(1)
				}
			case <-deadline:
				exit(1)
			case <-done:
				return
			}
		}
	}()
	return ctx, func() bool {
		cancel()
		close(done)
		<-ended
		return count > 0
	}
}
