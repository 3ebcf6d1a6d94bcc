package app

import (
	"context"

	"github.com/openprogram/openprogram-go/runtimebridge/store"
)

// Verify reads all sessions, counts them, and fails when anything is damaged.
func (o *Owner) Verify(ctx context.Context) (int, error) {
	sessions, err := o.store(ctx)
	if err != nil {
		return 0, err
	}
	checker, ok := sessions.(store.Checker)
	if !ok {
		return 0, errUnknownStore
	}
	count, err := checker.Check(ctx)
	return count, inWords(err)
}
