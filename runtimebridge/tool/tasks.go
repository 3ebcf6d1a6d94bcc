package tool

import (
	"context"
	"sync"
)

// tasks are goroutines that somebody may want to wait for, but not for ever.
type tasks struct {
	mu   sync.Mutex
	live map[chan struct{}]bool
}

func (t *tasks) start(f func()) {
	done := make(chan struct{})
	t.mu.Lock()
	if t.live == nil {
		t.live = map[chan struct{}]bool{}
	}
	t.live[done] = true
	t.mu.Unlock()
	go func() {
		defer func() {
			t.mu.Lock()
			delete(t.live, done)
			t.mu.Unlock()
			close(done)
		}()
		f()
	}()
}

// wait returns when all that have been started so far have ended, or with the
// cause of ctx.
func (t *tasks) wait(ctx context.Context) error {
	t.mu.Lock()
	live := make([]chan struct{}, 0, len(t.live))
	for done := range t.live {
		live = append(live, done)
	}
	t.mu.Unlock()
	for _, done := range live {
		select {
		case <-done:
		case <-ctx.Done():
			return context.Cause(ctx)
		}
	}
	return nil
}
