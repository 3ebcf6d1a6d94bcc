package engine

import (
	"context"

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
	ids, err := repairer.Unfinished(ctx)
	if err != nil {
		return struct{}{}, err
	}
	for _, id := range ids {
		unlock, err := e.locks.TryLock(id)
		if err != nil {
			continue // it runs
		}
		if runner.Repair(ctx, id) != nil {
			e.options.Logger.Warn("an interrupted turn could not be closed")
		}
		unlock()
	}
	return struct{}{}, nil
}
