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
	if locked, err := tryLock(f, shared); locked || err != nil { // mostly: it is free
		return err
	}
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
// is opened again. It gives head's size.
func (l *Log) lock(ctx context.Context) (size int64, err error) {
	for range headTries {
		if l.head == nil {
			if err := l.openHead(); err != nil {
				return 0, err
			}
		}
		if err := waitLock(ctx, l.head, false); err != nil {
			return 0, err
		}
		named, err := os.Lstat(l.headPath())
		if err == nil && os.SameFile(named, l.headID) {
			return named.Size(), nil
		}
		l.dropHead()
	}
	return 0, ErrDamaged
}

func (l *Log) openHead() error {
	if err := makeFolder(l.dir); err != nil {
		return err
	}
	head, err := openOrCreate(l.headPath(), os.O_RDWR)
	if err != nil {
		return err
	}
	l.head = head
	l.headID, err = head.Stat()
	return err
}
