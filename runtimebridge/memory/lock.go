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
	// updateLock lets one addition at a time happen.
	updateLock = "memory update"
	// indexLock lets one index at a time be opened or removed: a database that
	// is removed between another's opening it and its log would be damaged.
	indexLock = "memory index"

	// A lock is waited for so long, and asked for so often.
	lockWait = 10 * time.Second
	lockPoll = 10 * time.Millisecond
)

// lock takes a lock that holds in all processes. ErrConflict says that somebody
// else keeps it.
func (w *Workspace) lock(ctx context.Context, name string) (release func(), err error) {
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
		release, err := locks.TryLock(name)
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
