package audit

import (
	"context"
	"errors"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"time"

	"github.com/openprogram/openprogram-go/runtimebridge"
)

// Options configure a Log.
type Options struct {
	// FileSize is how large a file may grow, in bytes, before the next begins.
	// 0 means 64 MiB.
	FileSize int64
	// Secrets are values that no record may hold: a string that contains one is
	// replaced as a whole. One of fewer than 8 bytes is not looked for: it would
	// blank out what happens to contain it.
	Secrets []string
	// Poll is how often Follow looks for new records. 0 means 500 ms.
	Poll time.Duration
	// Now is the clock. nil means time.Now.
	Now func() time.Time
	// Logger is told of repairs. nil discards.
	Logger *slog.Logger
}

const (
	defaultFileSize = 64 << 20
	defaultPoll     = 500 * time.Millisecond
)

// Log is an audit log in a folder. Its methods may be called from many
// goroutines, and by many processes on the same folder.
type Log struct {
	dir     string
	options Options

	turn   chan struct{} // held by the goroutine that may use what follows
	closed bool
	head   *os.File // also carries the lock between processes
	headID fs.FileInfo
	file   *os.File // audit.jsonl, nil until its end is known
	id     fs.FileInfo
	at     position
	raw    []byte // head as it was last read or written here
}

var errRelative = errors.New("audit: the folder must be an absolute path")

var _ runtimebridge.Audit = (*Log)(nil)

// Open gives the log of a folder, which must be an absolute path. It touches no
// file: the first Append makes the folder, inside a parent that must exist.
func Open(dir string, o Options) (*Log, error) {
	if !filepath.IsAbs(dir) {
		return nil, errRelative
	}
	if o.FileSize <= 0 {
		o.FileSize = defaultFileSize
	}
	if o.Poll <= 0 {
		o.Poll = defaultPoll
	}
	if o.Now == nil {
		o.Now = time.Now
	}
	if o.Logger == nil {
		o.Logger = slog.New(slog.DiscardHandler)
	}
	o.Secrets = slices.Clone(o.Secrets)
	return &Log{dir: filepath.Clean(dir), options: o, turn: make(chan struct{}, 1)}, nil
}

// Ready makes the folder and its files and checks that records can be added, as
// the first Append would.
func (l *Log) Ready(ctx context.Context) error {
	return l.exclusively(ctx, func() error { return nil })
}

// Close lets go of the files, after an Append that is on its way. Appends after
// it fail with ErrClosed.
func (l *Log) Close() error {
	l.turn <- struct{}{}
	defer l.leave()
	l.closed = true
	l.dropHead()
	return nil
}

// exclusively runs do while no other goroutine or process changes the log, with
// the end of the log known.
func (l *Log) exclusively(ctx context.Context, do func() error) error {
	if err := l.enter(ctx); err != nil {
		return err
	}
	defer l.leave()
	size, err := l.lock(ctx)
	if err != nil {
		return err
	}
	defer unlock(l.head)
	if err := l.catchUp(size); err != nil {
		return err
	}
	return do()
}

func (l *Log) enter(ctx context.Context) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	select {
	case l.turn <- struct{}{}:
	case <-ctx.Done():
		return ctx.Err()
	}
	if l.closed {
		l.leave()
		return ErrClosed
	}
	return nil
}

func (l *Log) leave() { <-l.turn }

// dropFile forgets where the log ends; catchUp finds out again.
func (l *Log) dropFile() {
	if l.file != nil {
		l.file.Close()
	}
	l.file, l.id, l.raw = nil, nil, nil
}

func (l *Log) dropHead() {
	l.dropFile()
	if l.head != nil {
		l.head.Close()
	}
	l.head = nil
}
