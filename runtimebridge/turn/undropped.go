package turn

import (
	"context"
	"sync"

	"github.com/openprogram/openprogram-go/runtimebridge/store"
)

// undropped are the cancelled turns whose end could not be stored, because
// something held the database for too long. Their steps are no part of any
// history; they go as soon as the store lets them.
type undropped struct {
	mu    sync.Mutex
	turns map[string]droppedTurn // by session
}

// droppedTurn is a cancelled turn and how it is to end.
type droppedTurn struct {
	right  store.Turn
	ending store.Ending
}

func (u *undropped) add(d droppedTurn) {
	u.mu.Lock()
	defer u.mu.Unlock()
	if u.turns == nil {
		u.turns = map[string]droppedTurn{}
	}
	u.turns[d.right.SessionID] = d
}

// take gives a session's turn, once.
func (u *undropped) take(sessionID string) (droppedTurn, bool) {
	u.mu.Lock()
	defer u.mu.Unlock()
	d, found := u.turns[sessionID]
	delete(u.turns, sessionID)
	return d, found
}

func (u *undropped) sessions() []string {
	u.mu.Lock()
	defer u.mu.Unlock()
	ids := make([]string, 0, len(u.turns))
	for id := range u.turns {
		ids = append(ids, id)
	}
	return ids
}

// dropLate ends the cancelled turn that a session may still have open, before
// its next one begins or before the runner ends. When that fails again, it is for
// the store's next Begin.
func (r *Runner) dropLate(ctx context.Context, sessionID string) {
	if d, found := r.undropped.take(sessionID); found {
		if err := r.options.Store.Finish(ctx, d.right, d.ending); err != nil {
			r.options.Logger.Warn("a cancelled turn could not be ended")
		}
	}
}
