package memory

import (
	"context"
	"errors"
	"io"

	"github.com/openprogram/openprogram-go/runtimebridge/memory/internal/folder"
)

// Add makes a note of what is read from r, under a path that has no note yet.
// It is for the owner.
func (w *Workspace) Add(ctx context.Context, path string, r io.Reader) error {
	if err := checkPath(path); err != nil {
		return err
	}
	content, err := io.ReadAll(io.LimitReader(r, MaxNote+1))
	if err != nil {
		return err
	}
	if len(content) > MaxNote {
		return ErrTooLarge
	}
	release, err := w.lock(ctx, updateLock)
	if err != nil {
		return err
	}
	defer release()
	known := false
	if err := w.fresh(ctx, nil, func() error { _, known = w.notes.find(path); return nil }); err != nil {
		return err
	}
	if known {
		return ErrExists
	}
	err = w.notes.folder.Write(folder.Write{Path: path, Content: content})
	if errors.Is(err, folder.ErrChanged) {
		return ErrExists
	}
	return outcome(err)
}
