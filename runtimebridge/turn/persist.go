package turn

import (
	"context"
	"time"

	"github.com/openprogram/openprogram-go/runtimebridge/store"
)

// writeSlice bounds one attempt to store a step. A cancel waits for an attempt
// that has begun, so an attempt must not wait long for a busy database.
const writeSlice = 500 * time.Millisecond

// append stores a step, unless the turn was cancelled before: then nothing is
// written. While the database is busy it tries again, with more patience each
// time, and lets a cancel through in between.
func (t *turn) append(ctx context.Context, step store.Step) error {
	for patience := writeSlice; ; patience *= 2 {
		attempt, stop := context.WithTimeout(ctx, patience)
		err := t.outcome.Commit(func() error { return t.options.Store.AppendStep(attempt, t.right, step) })
		expired := attempt.Err() != nil
		stop()
		if err == nil {
			t.steps = append(t.steps, step)
			return nil
		}
		if !expired || ctx.Err() != nil {
			return err
		}
	}
}
