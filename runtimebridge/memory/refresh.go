package memory

import (
	"context"
	"errors"
	"strconv"

	"github.com/openprogram/openprogram-go/runtimebridge/memory/internal/index"
)

// passes is how often a refresh tries again with what changes under its hands.
// What still does is left to the next refresh.
const passes = 4

// refresh brings the index up to date with the files. The caller has the turn.
func (w *Workspace) refresh(ctx context.Context, report Progress) error {
	err := w.bring(ctx, report)
	if index.Damaged(err) {
		if err := w.rebuild(); err != nil {
			return err
		}
		err = w.bring(ctx, report)
	}
	if err != nil && ctx.Err() != nil {
		return ctx.Err() // SQLite says that it was interrupted
	}
	return err
}

func (w *Workspace) bring(ctx context.Context, report Progress) error {
	if err := w.connect(ctx); err != nil {
		return err
	}
	for _, s := range w.sources() {
		if err := s.look(ctx); err != nil {
			return err
		}
	}
	for range passes {
		if len(w.notes.dirty)+len(w.records.dirty) == 0 {
			return nil
		}
		if err := w.indexDirty(ctx, report); err != nil {
			return err
		}
	}
	return nil
}

// connect opens the index if it is not open or no longer the one on disk, and
// takes over what it has.
func (w *Workspace) connect(ctx context.Context) error {
	if w.index != nil && !w.index.Replaced() {
		return nil
	}
	if err := w.disconnect(); err != nil {
		return err
	}
	ix, rebuilt, err := index.Open(ctx, w.options.IndexPath, w.options.Dir)
	if err != nil {
		return err
	}
	if rebuilt {
		w.options.Logger.Warn("memory index could not be used and is built anew")
	}
	for _, s := range w.sources() {
		s.reset()
	}
	err = ix.Load(ctx, func(n index.Note) {
		if n.Source == noteSource || n.Source == recordSource {
			s := w.source(n.Source)
			s.set(n)
			if !n.Settled {
				s.unsettled[n.Path] = true
			}
		}
	})
	if err != nil {
		return errors.Join(err, ix.Close())
	}
	w.index = ix
	return nil
}

func (w *Workspace) disconnect() error {
	if w.index == nil {
		return nil
	}
	ix := w.index
	w.index = nil
	return ix.Close()
}

// rebuild throws the index away.
func (w *Workspace) rebuild() error {
	w.options.Logger.Warn("memory index is damaged and is built anew")
	return errors.Join(w.disconnect(), index.Remove(w.options.IndexPath))
}

// revision names the present content of all notes and records. The caller has
// the turn.
func (w *Workspace) revision() string {
	return "r" + strconv.FormatUint(w.notes.sum+w.records.sum, 16)
}
