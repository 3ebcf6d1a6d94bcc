//go:build !unix

package process

import (
	"os"
	"os/signal"
)

func notify(ending, _ chan<- os.Signal) (stop func()) {
	signal.Notify(ending, os.Interrupt)
	return func() { signal.Stop(ending) }
}
