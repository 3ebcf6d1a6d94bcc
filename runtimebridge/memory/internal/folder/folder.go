package folder

import (
	"errors"
	"io/fs"
	"os"
	"strings"
	"sync"
	"time"
)

// The errors of a Folder. A file that is not there, or that it would not list,
// is fs.ErrNotExist.
var (
	// ErrTooLarge reports a file of more than Options.MaxSize bytes.
	ErrTooLarge = errors.New("folder: the file is too large")
	// ErrChanged reports a file that is not as it was read.
	ErrChanged = errors.New("folder: the file has changed")
	// ErrNoFolder reports something else in the place of the folder.
	ErrNoFolder = errors.New("folder: the place of the folder is taken by something else")
	// ErrPath reports a path that no file of the folder may have.
	ErrPath = errors.New("folder: the path is not allowed")
)

// Options describe a Folder.
type Options struct {
	Path     string           // absolute; need not exist
	Suffixes []string         // of the files that count, in lower case, such as .md
	Flat     bool             // files in folders below do not count
	MaxSize  int64            // of a file, in bytes
	Now      func() time.Time // nil is time.Now
}

// Folder is a folder of files. Scan, Forget and Close are for one
// goroutine at a time, the rest for any.
type Folder struct {
	options Options
	watch   *watch      // nil: every Scan lists everything
	listed  time.Time   // when Scan last listed everything
	watched os.FileInfo // the folder that was
	gaveUp  time.Time   // when a listing found that it cannot be watched

	mu   sync.RWMutex
	root *os.Root    // nil while the folder is not there
	info os.FileInfo // of root
}

// New describes a folder. It opens nothing.
func New(o Options) *Folder {
	if o.Now == nil {
		o.Now = time.Now
	}
	return &Folder{options: o}
}

// Close lets the folder go. A later call opens it again.
func (f *Folder) Close() error {
	f.Forget()
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.drop()
}

// open brings root up to date with the path. It gives nil when there is no
// folder there.
func (f *Folder) open() (os.FileInfo, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	info, err := os.Stat(f.options.Path)
	if err != nil {
		if errors.Is(err, fs.ErrNotExist) {
			err = nil
		}
		return nil, errors.Join(err, f.drop())
	}
	if f.root != nil && os.SameFile(info, f.info) {
		return info, nil
	}
	if err := f.drop(); err != nil {
		return nil, err
	}
	if !info.IsDir() { // opening a FIFO would wait for a writer
		return nil, ErrNoFolder
	}
	root, err := os.OpenRoot(f.options.Path)
	if err != nil {
		return nil, err
	}
	info, err = root.Stat(".")
	if err != nil {
		return nil, errors.Join(err, root.Close())
	}
	f.root, f.info = root, info
	return info, nil
}

func (f *Folder) drop() error {
	if f.root == nil {
		return nil
	}
	root := f.root
	f.root, f.info = nil, nil
	return root.Close()
}

// current is the open folder, fs.ErrNotExist when there is none.
func (f *Folder) current() (*os.Root, error) {
	f.mu.RLock()
	defer f.mu.RUnlock()
	if f.root == nil {
		return nil, fs.ErrNotExist
	}
	return f.root, nil
}

// counts reports whether a file of that name is one of the folder's.
func (f *Folder) counts(name string) bool {
	lower := strings.ToLower(name)
	for _, suffix := range f.options.Suffixes {
		if strings.HasSuffix(lower, suffix) {
			return true
		}
	}
	return false
}
