package main

import (
	"context"
	"fmt"

	"github.com/openprogram/openprogram-go/scripts/internal/changelog"
)

// keeps refuses a changelog that tells another story of the releases than it did
// when the last of them was tagged.
func (h *history) keeps(ctx context.Context, module string, now changelog.Changelog) error {
	last := h.last[module]
	if last == "" {
		return nil
	}
	before, err := h.changelog(ctx, module+"/"+last, module)
	if err != nil {
		return err
	}
	if !now.Keeps(before) {
		return fmt.Errorf("%s/CHANGELOG.md differs from tag %s/%s below the line %q", module, module, last, changelog.Lock)
	}
	return nil
}
