package folder

import (
	"context"
	"errors"
	"io"
	"io/fs"
	"os"
	"path"
	"sync"

	"golang.org/x/sync/errgroup"
)

const (
	// parallel is how many folders are listed at once.
	parallel = 4
	// batch is how many names are read at once.
	batch = 1024
)

// listing lists a whole folder, and has it watched from before it is read.
type listing struct {
	ctx    context.Context
	folder *Folder
	root   *os.Root
	group  errgroup.Group

	mu    sync.Mutex
	watch *watch // nil when the folder is not watched
	found Scan
}

func newListing(ctx context.Context, f *Folder, root *os.Root) *listing {
	l := &listing{ctx: ctx, folder: f, root: root, found: Scan{All: true}}
	l.group.SetLimit(parallel)
	return l
}

func (l *listing) run() (Scan, error) {
	err := l.visit(".")
	return l.found, errors.Join(err, l.group.Wait())
}

// visit lists one folder. What is unreadable is counted, what has gone is gone.
func (l *listing) visit(dir string) error {
	if err := l.ctx.Err(); err != nil {
		return err
	}
	l.rely(func(w *watch) bool { return w.add(dir) })
	file, err := l.root.OpenFile(dir, readFlags, 0)
	if err != nil {
		return l.skip(err)
	}
	defer file.Close()
	info, err := file.Stat()
	if err != nil || !info.IsDir() {
		return l.skip(err)
	}
	l.rely(func(w *watch) bool { return w.covers(info) })
	for {
		entries, err := file.ReadDir(batch)
		if err := l.add(dir, entries); err != nil {
			return err
		}
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return l.skip(err)
		}
	}
}

// skip forgives the errors that concern one folder or file only.
func (l *listing) skip(err error) error {
	if err == nil || errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if !errors.Is(err, fs.ErrPermission) {
		return err
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	l.found.Skipped++
	return nil
}

// add takes the files among some names and visits the folders.
func (l *listing) add(dir string, entries []fs.DirEntry) error {
	files := make([]Entry, 0, len(entries))
	skipped := 0
	for _, entry := range entries {
		name := entry.Name()
		folder := entry.IsDir() && !l.folder.options.Flat
		if isHidden(name) || !folder && (!entry.Type().IsRegular() || !l.folder.counts(name)) {
			continue
		}
		if !isPlain(name) {
			skipped++
			continue
		}
		if folder {
			if err := l.descend(path.Join(dir, name)); err != nil {
				return err
			}
			continue
		}
		info, err := entry.Info()
		if err != nil || !info.Mode().IsRegular() {
			continue // gone, or something else by now
		}
		l.rely(func(w *watch) bool { return w.seesFile(info) })
		files = append(files, Entry{Path: path.Join(dir, name), Stamp: stampOf(info)})
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	l.found.Files = append(l.found.Files, files...)
	l.found.Skipped += skipped
	return nil
}

// descend visits a folder, in another goroutine when there is one to spare.
func (l *listing) descend(dir string) error {
	if l.group.TryGo(func() error { return l.visit(dir) }) {
		return nil
	}
	return l.visit(dir)
}

// rely asks the watch something and gives it up when the answer is no.
func (l *listing) rely(ask func(*watch) bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.watch != nil && !ask(l.watch) {
		l.watch.close()
		l.watch = nil
	}
}
