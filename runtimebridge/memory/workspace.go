package memory

import (
	"context"
	"errors"
	"log/slog"
	"sync/atomic"
	"time"

	"github.com/openprogram/openprogram-go/runtimebridge/memory/internal/folder"
	"github.com/openprogram/openprogram-go/runtimebridge/memory/internal/index"
)

// Options configure a Workspace. All paths are absolute.
type Options struct {
	Dir        string           // the folder of notes; need not exist
	IndexPath  string           // the file of the index, a cache that may be removed at any time
	PendingDir string           // the folder of the records of paired clients
	Logger     *slog.Logger     // nil discards
	Now        func() time.Time // nil is time.Now
}

// Workspace is the memory. It may be used from many goroutines, and by several
// processes at once.
type Workspace struct {
	options Options
	notes   *source
	records *source

	turn     chan struct{} // holds a value while somebody has the turn
	started  atomic.Uint64 // how many refreshes have begun
	finished uint64        // the number of the last that succeeded; needs the turn
	index    *index.Index  // nil until it is used; needs the turn
	closed   bool          // needs the turn
}

// Progress is told how many of the notes to be indexed are done. It may be nil.
type Progress func(done, total int)

// Open describes a workspace. Nothing is opened or created before it is used.
func Open(o Options) *Workspace {
	if o.Logger == nil {
		o.Logger = slog.New(slog.DiscardHandler)
	}
	if o.Now == nil {
		o.Now = time.Now
	}
	return &Workspace{
		options: o,
		turn:    make(chan struct{}, 1),
		notes: newSource(noteSource, cutNote, folder.Options{
			Path: o.Dir, Suffixes: []string{".md", ".markdown"}, MaxSize: MaxNote, Now: o.Now,
		}),
		records: newSource(recordSource, cutRecord, folder.Options{
			Path: o.PendingDir, Suffixes: []string{recordSuffix}, Flat: true, MaxSize: maxRecord, Now: o.Now,
		}),
	}
}

// Close closes what is open. It waits for a refresh that is running.
func (w *Workspace) Close() error {
	if err := w.take(context.Background()); err != nil {
		return err
	}
	defer w.give()
	w.closed = true
	return errors.Join(w.disconnect(), w.notes.folder.Close(), w.records.folder.Close())
}

// take waits for the turn.
func (w *Workspace) take(ctx context.Context) error {
	select {
	case w.turn <- struct{}{}:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

func (w *Workspace) give() { <-w.turn }

func (w *Workspace) sources() []*source { return []*source{w.notes, w.records} }

// source is where a hit is from.
func (w *Workspace) source(id int) *source { return w.sources()[id] }

// fresh runs do, with the turn, once everything is as the files are. A caller
// that has waited for the turn makes do with a refresh that began meanwhile.
func (w *Workspace) fresh(ctx context.Context, report Progress, do func() error) error {
	arrived := w.started.Load()
	return w.alone(ctx, func() error {
		if w.index == nil || w.finished <= arrived {
			number := w.started.Add(1)
			if err := w.refresh(ctx, report); err != nil {
				return err
			}
			w.finished = number
		}
		return do()
	})
}

// alone runs do with the turn.
func (w *Workspace) alone(ctx context.Context, do func() error) error {
	if err := w.take(ctx); err != nil {
		return err
	}
	defer w.give()
	if w.closed {
		return ErrClosed
	}
	return do()
}
