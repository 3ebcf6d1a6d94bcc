package sqlitestore

import (
	"context"
	"slices"
	"sync"

	"github.com/openprogram/openprogram-go/runtimebridge/store"
)

// batchSize is how many changes are committed together at most.
const batchSize = 32

const (
	markChange = `SAVEPOINT change`
	forgetMark = `RELEASE change`
	backToMark = `ROLLBACK TO change`
)

// change is what one caller of share wants to have done.
type change struct {
	ctx  context.Context
	do   func(*transaction) error
	err  error         // set before done is closed
	done chan struct{} // closed when it is committed or has failed
}

// batch is the changes that wait in this process for its turn to write. What
// takes time is the disk, once for each commit: so whoever's turn it is commits
// for all that wait.
type batch struct {
	mu      sync.Mutex
	waiting []*change
}

func (b *batch) add(c *change) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.waiting = append(b.waiting, c)
}

// withdraw reports false when somebody has taken the change already.
func (b *batch) withdraw(c *change) bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	n := slices.Index(b.waiting, c)
	if n >= 0 {
		b.waiting = slices.Delete(b.waiting, n, n+1)
	}
	return n >= 0
}

// take gives the changes that have waited longest.
func (b *batch) take() []*change {
	b.mu.Lock()
	defer b.mu.Unlock()
	n := min(len(b.waiting), batchSize)
	taken := slices.Clone(b.waiting[:n])
	b.waiting = slices.Delete(b.waiting, 0, n)
	return taken
}

// share is in for small changes: others of this process may be committed with
// them. do may be run more than once, by another goroutine, and not after share
// has returned; a ctx that ends while it runs does not stop it.
func (p *pool) share(ctx context.Context, do func(*transaction) error) error {
	if p == nil {
		return store.ErrReadOnly
	}
	c := &change{ctx: ctx, do: do, done: make(chan struct{})}
	p.batch.add(c)
	leave, err := p.queue.enterUnless(ctx, c.done)
	if err != nil {
		if p.batch.withdraw(c) {
			return err
		}
		<-c.done
		return c.err
	}
	defer leave()
	for !c.isDone() {
		p.commit(p.batch.take()) // until the own one is among them
	}
	return c.err
}

// commit does changes, each wholly or not at all, and tells those who wait.
func (p *pool) commit(changes []*change) {
	defer func() {
		for _, c := range changes { // left by a panic, which goes on
			if !c.isDone() {
				c.finish(store.ErrDamaged)
			}
		}
	}()
	if len(changes) > 1 {
		p.together(changes)
	}
	for _, c := range changes {
		if !c.isDone() {
			c.finish(p.transact(c.ctx, c.do))
		}
	}
}

func (c *change) isDone() bool {
	select {
	case <-c.done:
		return true
	default:
		return false
	}
}

func (c *change) finish(err error) {
	c.err = err
	close(c.done)
}

// together commits changes in one transaction and finishes those that succeed.
// What fails is undone and left: done alone it says why, and so is everything when
// the transaction fails as a whole.
func (p *pool) together(changes []*change) {
	ctx, cancel := context.WithTimeout(context.Background(), p.queue.patience)
	defer cancel()
	var well []*change
	err := p.transact(ctx, func(t *transaction) error {
		t.shared = true
		for _, c := range changes {
			if c.ctx.Err() != nil {
				continue
			}
			succeeded, err := t.attempt(ctx, c)
			if err != nil {
				return err
			}
			if succeeded {
				well = append(well, c)
			}
		}
		return nil
	})
	if err != nil {
		return
	}
	for _, c := range well {
		c.finish(nil)
	}
}

// attempt does one change of several, or nothing of it. An error is one of the
// whole transaction.
func (t *transaction) attempt(ctx context.Context, c *change) (succeeded bool, err error) {
	if _, err := t.ExecContext(ctx, markChange); err != nil {
		return false, err
	}
	if succeeded = c.do(t) == nil; !succeeded {
		if _, err := t.ExecContext(ctx, backToMark); err != nil {
			return false, err
		}
	}
	_, err = t.ExecContext(ctx, forgetMark)
	return succeeded, err
}
