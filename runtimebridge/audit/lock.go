package audit

import (
	"context"
	"math/rand/v2"
	"os"
	"runtime"
	"time"
)

const (
	lockPatience = 5 * time.Second
	lockSpins    = 20
	lockPause    = 2 * time.Millisecond // at most, between two tries
)

// waitLock takes the lock of a file. A holder needs microseconds, so this tries
// again rather than block where a context cannot reach.
func waitLock(ctx context.Context, f *os.File, shared bool) error {
	ctx, stop := context.WithTimeoutCause(ctx, lockPatience, ErrBusy)
	defer stop()
	for try := 0; ; try++ {
		if locked, err := tryLock(f, shared); locked || err != nil {
			return err
		}
		if try < lockSpins {
			runtime.Gosched()
			continue
		}
		select {
		case <-ctx.Done():
			return context.Cause(ctx)
		case <-time.After(rand.N(lockPause)):
		}
	}
}

const headTries = 10

// lock opens head, making it and the folder if need be, and locks it. A head
// that was removed or replaced meanwhile carries the lock of nobody else, so it
// is opened again.
func (l *Log) lock(ctx context.Context) error {
	for range headTries {
		if l.head == nil {
			if err := l.openHead(); err != nil {
				return err
			}
		}
		if err := waitLock(ctx, l.head, false); err != nil {
			return err
		}
		if isAt(l.head, l.headPath()) {
			return nil
		}
		l.dropHead()
	}
	return ErrDamaged
}

func (l *Log) openHead() error {
	if err := makeFolder(l.dir); err != nil {
		return err
	}
	head, err := openOrCreate(l.headPath(), os.O_RDWR)
	l.head = head
	return err
}

// isAt reports whether an open file still is the one of that name.
func isAt(f *os.File, path string) bool {
	open, err := f.Stat()
	if err != nil {
		return false
	}
	named, err := os.Lstat(path)
	return err == nil && os.SameFile(open, named)
}
