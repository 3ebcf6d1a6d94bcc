//go:build unix

package process

import (
	"os"
	"os/signal"
	"syscall"
)

// notify is told of the signals that end the process. A broken pipe is caught
// rather than ignored: child processes would inherit that it is ignored.
func notify(ending, broken chan<- os.Signal) (stop func()) {
	signal.Notify(ending, syscall.SIGTERM, syscall.SIGINT, syscall.SIGHUP)
	signal.Notify(broken, syscall.SIGPIPE)
	return func() { signal.Stop(ending); signal.Stop(broken) }
}
