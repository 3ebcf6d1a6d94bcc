package sqlitestore

import (
	"context"
	"math/rand/v2"
	"os"
	"time"

	"github.com/openprogram/openprogram-go/runtimebridge/store"
)

const (
	// queuePatience is for a process that holds the lock and does not go on. A
	// queue that is only long moves: sixteen processes with eight writers each, and
	// a disk that takes 50 ms to sync, make those at its end wait for seconds.
	queuePatience = 30 * time.Second
	queuePause    = 2 * time.Millisecond // at most, between two tries
)

// queue lets those who want to write to one database in, one at a time, in this
// and in all other processes. SQLite would see to that too, but who waits for it
// sleeps longer and longer and is overtaken by whoever comes later: with sixteen
// busy processes some waited for seconds. So the queue is about fairness alone,
// and where a file cannot be locked writing goes on without it.
type queue struct {
	turn     chan struct{} // held by the goroutine that waits or writes
	file     *os.File      // carries the lock between processes
	patience time.Duration
}

func openQueue(path string) (*queue, error) {
	file, err := openPrivateFile(path, os.O_RDWR|os.O_CREATE)
	if err != nil {
		return nil, err
	}
	return &queue{turn: make(chan struct{}, 1), file: file, patience: queuePatience}, nil
}

// enter waits until it is the caller's turn, who then has to call leave. The
// error is store.ErrLocked when that takes too long, or the one of ctx.
func (q *queue) enter(ctx context.Context) (leave func(), err error) {
	return q.enterUnless(ctx, nil)
}

// enterUnless is enter for somebody whose turn may become needless: it waits no
// longer when done is closed, and then there is nothing to leave.
func (q *queue) enterUnless(ctx context.Context, done <-chan struct{}) (leave func(), err error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	late := time.NewTimer(q.patience)
	defer late.Stop()
	select {
	case q.turn <- struct{}{}:
	case <-done:
		return func() {}, nil
	case <-ctx.Done():
		return nil, ctx.Err()
	case <-late.C:
		return nil, store.ErrLocked
	}
	if err := q.lock(ctx, late.C); err != nil {
		<-q.turn
		return nil, err
	}
	return q.leave, nil
}

func (q *queue) lock(ctx context.Context, late <-chan time.Time) error {
	for !tryLockFile(q.file) {
		select {
		case <-time.After(rand.N(queuePause)):
		case <-ctx.Done():
			return ctx.Err()
		case <-late:
			return store.ErrLocked
		}
	}
	return nil
}

func (q *queue) leave() {
	unlockFile(q.file)
	<-q.turn
}

// close lets go of the file. A nil queue has none.
func (q *queue) close() error {
	if q == nil {
		return nil
	}
	return q.file.Close()
}
