package engine

import (
	"context"
	"slices"

	"github.com/openprogram/openprogram-go/runtimebridge/store"
)

// repairOnce waits for the repair of what crashes have left, which the first use
// of the sessions does. One that failed is tried again by the next.
func (e *Engine) repairOnce(ctx context.Context) { _, _ = e.repaired.get(ctx) }

// repair closes the turns that a crash has interrupted: those that are open and
// whose session nobody has locked. What cannot be repaired now is
// left to the next turn of its session.
func (e *Engine) repair() (struct{}, error) {
	ctx := context.Background()
	runner, err := e.turns.get(ctx)
	if err != nil {
		return struct{}{}, err
	}
	sessions, err := e.sessions.get(ctx)
	if err != nil {
		return struct{}{}, err
	}
	repairer, ok := sessions.(store.Repairer)
	if !ok {
		return struct{}{}, nil
	}
	dead, err := e.unlocked(ctx, repairer)
	if err != nil {
		return struct{}{}, err
	}
	for _, id := range dead {
		if runner.Repair(ctx, id, e.locks.TryLock) != nil {
			e.options.Logger.Warn("an interrupted turn could not be closed")
		}
	}
	return struct{}{}, nil
}

// unlocked are the sessions with an open turn that nobody has locked. A turn that
// ends meanwhile gives its lock back, so they are looked at once more.
func (e *Engine) unlocked(ctx context.Context, repairer store.Repairer) ([]string, error) {
	ids, err := repairer.Unfinished(ctx)
	if err != nil {
		return nil, err
	}
	ids = slices.DeleteFunc(ids, func(id string) bool {
		unlock, err := e.locks.TryLock(id)
		if err == nil {
			unlock()
		}
		return err != nil
	})
	if len(ids) == 0 {
		return nil, nil
	}
	still, err := repairer.Unfinished(ctx)
	return slices.DeleteFunc(ids, func(id string) bool { return !slices.Contains(still, id) }), err
}
