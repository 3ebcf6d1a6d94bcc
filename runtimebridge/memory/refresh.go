package memory

import (
	"context"
	"errors"
	"strconv"

	"github.com/openprogram/openprogram-go/runtimebridge/memory/internal/index"
	"github.com/openprogram/openprogram-go/runtimebridge/run"
)

// passes is how often a refresh tries again with what changes under its hands.
// What still does is left to the next refresh.
const passes = 4

// refresh brings the index up to date with the files. The caller has the turn.
func (w *Workspace) refresh(ctx context.Context, report Progress) (err error) {
	for range passes {
		err = w.bring(ctx, report)
		switch {
		case err == nil:
			return nil
		case ctx.Err() != nil:
			return ctx.Err() // SQLite says that it was interrupted
		case index.Damaged(err):
			if err := w.discard(ctx); err != nil {
				return err
			}
		case w.index == nil || !w.index.Replaced():
			return err
		}
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
			break
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
	ix, err := w.openIndex(ctx)
	if err != nil {
		return err
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

func (w *Workspace) openIndex(ctx context.Context) (*index.Index, error) {
	release, err := w.lockIndex(ctx)
	if err != nil {
		return nil, err
	}
	defer release()
	ix, rebuilt, err := index.Open(ctx, w.options.IndexPath, w.options.Dir)
	if rebuilt {
		w.options.Logger.Warn("memory index could not be used and is built anew")
	}
	return ix, err
}

// discard throws a damaged index away.
func (w *Workspace) discard(ctx context.Context) error {
	w.options.Logger.Warn("memory index is damaged and is built anew")
	return w.remove(ctx)
}

func (w *Workspace) remove(ctx context.Context) error {
	release, err := w.lockIndex(ctx)
	if err != nil {
		return err
	}
	defer release()
	return errors.Join(w.disconnect(), index.Remove(w.options.IndexPath))
}

// lockIndex does without a lock where the system has none: there a database in
// use cannot be removed either.
func (w *Workspace) lockIndex(ctx context.Context) (release func(), err error) {
	release, err = w.lock(ctx, indexLock)
	if errors.Is(err, run.ErrUnsupported) {
		return func() {}, nil
	}
	return release, err
}

// revision names the present content of all notes and records. The caller has
// the turn.
func (w *Workspace) revision() string {
	return "r" + strconv.FormatUint(w.notes.sum+w.records.sum, 16)
}
