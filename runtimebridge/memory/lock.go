package memory

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"time"

	"github.com/openprogram/openprogram-go/runtimebridge/run"
)

const (
	// lockName is what is locked in the lock file: there is one lock only.
	lockName = "memory update"
	// An update waits so long for another one, and asks so often.
	lockWait = 10 * time.Second
	lockPoll = 10 * time.Millisecond
)

// lock lets one addition at a time happen, in all processes.
func (w *Workspace) lock(ctx context.Context) (release func(), err error) {
	if err := os.MkdirAll(filepath.Dir(w.options.IndexPath), 0o700); err != nil {
		return nil, err
	}
	locks, err := run.OpenLocks(w.options.IndexPath + ".lock")
	if err != nil {
		return nil, err
	}
	give := time.NewTimer(lockWait)
	defer give.Stop()
	poll := time.NewTicker(lockPoll)
	defer poll.Stop()
	for {
		release, err := locks.TryLock(lockName)
		if !errors.Is(err, run.ErrBusy) {
			return release, err
		}
		select {
		case <-ctx.Done():
			return nil, ctx.Err()
		case <-give.C:
			return nil, ErrConflict
		case <-poll.C:
		}
	}
}
