package folder

import (
	"context"
	"os"
	"time"
)

// trust is how long a watch alone is relied on. It sees what is written, but not
// what is done through a lasting memory mapping, a second name of a file made
// later, or a file system mounted on top.
const trust = 30 * time.Second

// Scan is what a look at a folder has shown.
type Scan struct {
	// All says that Files is everything there is. Otherwise nothing but Changed
	// can have changed since the previous scan.
	All     bool
	Files   []Entry
	Changed []string // paths, perhaps of files that are gone
	Skipped int      // with All: names and folders that could not be used
}

// Entry is a file of a scan.
type Entry struct {
	Path  string // relative, with slashes
	Stamp Stamp
}

// Scan looks at the folder. Every change that was made before the call is seen.
// A folder that is not there has no files.
func (f *Folder) Scan(ctx context.Context) (Scan, error) {
	info, err := f.open()
	if err != nil {
		return Scan{}, err
	}
	if f.watching(info) {
		if changed, ok := f.watch.changes(f.counts); ok {
			return Scan{Changed: changed}, nil
		}
	}
	f.Forget()
	root, err := f.current()
	if err != nil {
		return Scan{All: true}, nil
	}
	return f.list(ctx, root, info)
}

// list lists everything and begins to watch it, unless that has lately turned
// out not to work: trying costs more than listing a small folder.
func (f *Folder) list(ctx context.Context, root *os.Root, info os.FileInfo) (Scan, error) {
	l := newListing(ctx, f, root)
	now := f.options.Now()
	try := now.Sub(f.gaveUp) >= trust
	if try {
		l.watch = newWatch(f.options.Path, root)
	}
	found, err := l.run()
	if err != nil {
		l.watch.close()
		return Scan{}, err
	}
	f.watch, f.watched, f.listed = l.watch, info, now
	if try && l.watch == nil {
		f.gaveUp = now
	}
	return found, nil
}

// watching reports whether the watch can be relied on for this folder.
func (f *Folder) watching(info os.FileInfo) bool {
	return f.watch != nil && info != nil && os.SameFile(info, f.watched) &&
		f.options.Now().Sub(f.listed) < trust
}

// Forget has the next Scan list everything.
func (f *Folder) Forget() {
	f.watch.close()
	f.watch = nil
}
