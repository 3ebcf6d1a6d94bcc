package cli

import (
	"context"
	"os"
	"os/signal"
	"syscall"
)

// untilStopped gives a context that ends when somebody stops the program, with
// Ctrl-C, with a signal or by closing the terminal, so that it can end what it
// has started. A hangup that is ignored, as under nohup, stays ignored.
func untilStopped(ctx context.Context) (context.Context, context.CancelFunc) {
	signals := []os.Signal{os.Interrupt, syscall.SIGTERM}
	if !signal.Ignored(syscall.SIGHUP) {
		signals = append(signals, syscall.SIGHUP)
	}
	return signal.NotifyContext(ctx, signals...)
}
