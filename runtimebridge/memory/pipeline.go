package memory

import (
	"context"
	"errors"
	"io/fs"
	"runtime"

	"github.com/openprogram/openprogram-go/runtimebridge/memory/internal/folder"
	"github.com/openprogram/openprogram-go/runtimebridge/memory/internal/index"
	"golang.org/x/sync/errgroup"
)

// One transaction indexes so many notes or so many bytes, whichever comes first.
const (
	batchNotes = 1000
	batchBytes = 8 << 20
)

// indexDirty reads all that is dirty, in several goroutines, and writes it to the
// index in batches. What was written before an error stays.
func (w *Workspace) indexDirty(ctx context.Context, report Progress) error {
	var work []index.Key
	for _, s := range w.sources() {
		for path := range s.dirty {
			work = append(work, index.Key{Source: s.id, Path: path})
		}
		if len(s.dirty) > batchNotes {
			s.unsort()
		}
	}
	group, ctx := errgroup.WithContext(ctx)
	keys, read := make(chan index.Key), make(chan prepared, 64)
	group.Go(func() error { return feed(ctx, keys, work) })
	group.Go(func() error { return w.prepareAll(ctx, keys, read) })
	group.Go(func() error { return w.writeAll(ctx, read, progress{report: report, total: len(work)}) })
	return group.Wait()
}

func feed(ctx context.Context, keys chan<- index.Key, work []index.Key) error {
	defer close(keys)
	for _, key := range work {
		select {
		case keys <- key:
		case <-ctx.Done():
			return ctx.Err()
		}
	}
	return nil
}

// prepared is a file that was read for the index.
type prepared struct {
	index.Document
	gone bool
}

func (w *Workspace) prepareAll(ctx context.Context, keys <-chan index.Key, read chan<- prepared) error {
	defer close(read)
	group, ctx := errgroup.WithContext(ctx)
	for range runtime.GOMAXPROCS(0) {
		group.Go(func() error {
			for key := range keys {
				p, ok, err := w.prepare(key)
				if err != nil {
					return err
				}
				if !ok {
					continue
				}
				select {
				case read <- p:
				case <-ctx.Done():
					return ctx.Err()
				}
			}
			return nil
		})
	}
	return group.Wait()
}

// prepare reads one file. It gives none for one that is just being replaced.
func (w *Workspace) prepare(key index.Key) (p prepared, ok bool, err error) {
	p.Document, err = w.source(key.Source).document(key.Path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		p.gone = true
	case errors.Is(err, folder.ErrChanged):
		return p, false, nil
	case err != nil:
		return p, false, err
	}
	return p, true, nil
}

// writeAll writes what was read until there is no more.
func (w *Workspace) writeAll(ctx context.Context, read <-chan prepared, progress progress) error {
	var batch index.Batch
	size := 0
	for p := range read {
		if p.gone {
			batch.Gone = append(batch.Gone, p.Key)
		} else {
			batch.Documents = append(batch.Documents, p.Document)
			size += int(p.Stamp.Size)
		}
		if len(batch.Documents)+len(batch.Gone) < batchNotes && size < batchBytes {
			continue
		}
		if err := w.writeBatch(ctx, batch, &progress); err != nil {
			return err
		}
		batch, size = index.Batch{}, 0
	}
	if ctx.Err() != nil {
		return ctx.Err()
	}
	return w.writeBatch(ctx, batch, &progress)
}

// writeBatch writes a batch and takes it over into the catalogs.
func (w *Workspace) writeBatch(ctx context.Context, batch index.Batch, progress *progress) error {
	if len(batch.Documents)+len(batch.Gone) == 0 {
		return nil
	}
	left, err := w.index.Write(ctx, batch, w.still)
	if err != nil {
		return err
	}
	again := map[index.Key]bool{}
	for _, key := range left {
		again[key] = true
	}
	for _, d := range batch.Documents {
		if !again[d.Key] {
			w.source(d.Source).indexed(d.Note)
		}
	}
	for _, key := range batch.Gone {
		if !again[key] {
			w.source(key.Source).gone(key.Path)
		}
	}
	progress.add(len(batch.Documents) + len(batch.Gone))
	return nil
}

// still reports whether a file is as it was read. An older reading must not
// replace the newer one of another process.
func (w *Workspace) still(key index.Key, d *index.Document) bool {
	stamp, err := w.source(key.Source).folder.Stamp(key.Path)
	if d == nil {
		return errors.Is(err, fs.ErrNotExist)
	}
	return err == nil && stamp == d.Stamp
}

func (s *source) indexed(n index.Note) {
	s.set(n)
	delete(s.dirty, n.Path)
	delete(s.unsettled, n.Path)
	if !n.Settled {
		s.unsettled[n.Path] = true
	}
}

func (s *source) gone(path string) {
	s.remove(path)
	delete(s.dirty, path)
	delete(s.unsettled, path)
}

// progress counts what is done.
type progress struct {
	report      Progress
	done, total int
}

func (p *progress) add(n int) {
	p.done += n
	if p.report != nil {
		p.report(p.done, p.total)
	}
}
