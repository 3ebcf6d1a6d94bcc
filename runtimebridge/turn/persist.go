package turn

import (
	"context"

	"github.com/openprogram/openprogram-go/runtimebridge/store"
)

// append stores a step, unless the turn has been stopped. A cancel does not wait
// for a write that has begun, which a busy database can hold up for seconds: what
// lands nevertheless goes with the other steps, for it is this goroutine that
// drops them, afterwards.
func (t *turn) append(ctx context.Context, step store.Step) error {
	if err := t.stopped(ctx); err != nil {
		return err
	}
	if err := t.options.Store.AppendStep(ctx, t.right, step); err != nil {
		return err
	}
	t.steps = append(t.steps, step)
	return nil
}
