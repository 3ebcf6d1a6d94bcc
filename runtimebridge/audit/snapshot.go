package audit

import (
	"context"
	"errors"
	"io"
	"io/fs"
	"math"
	"os"
)

// snapshot is the log as it was at one moment. Writers go on meanwhile.
type snapshot struct {
	head     position
	hasHead  bool // there is one
	goodHead bool // and it can be read
	files    []segment
	current  *os.File // nil when there is none
}

// segment is one file of the log.
type segment struct {
	first uint64 // its first record, by its name or by head
	path  string // empty for the current file
	size  int64  // of the current file
}

// unknownFirst is the first record of a current file that no head tells of.
const unknownFirst = math.MaxUint64

// snapshot looks at the folder while no record is being written. A log that was
// never written to has no folder, and an empty snapshot.
func (l *Log) snapshot(ctx context.Context) (*snapshot, error) {
	if err := checkFolder(l.dir); errors.Is(err, fs.ErrNotExist) {
		return &snapshot{}, nil
	} else if err != nil {
		return nil, err
	}
	s := &snapshot{}
	head, err := openPrivate(l.headPath(), os.O_RDONLY)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	if err == nil {
		defer head.Close() // lets the lock go
		if err := waitLock(ctx, head, true); err != nil {
			return nil, err
		}
		info, err := head.Stat()
		if err != nil {
			return nil, err
		}
		raw, err := readHead(head, info.Size())
		if err != nil {
			return nil, err
		}
		s.hasHead = len(raw) > 0
		s.head, s.goodHead = parseHead(raw)
	}
	return s, s.list(l)
}

// list adds the files, oldest first.
func (s *snapshot) list(l *Log) error {
	older, err := l.olderFirsts()
	if err != nil {
		return err
	}
	first := uint64(unknownFirst)
	if s.goodHead {
		first = s.head.First
	}
	for _, seq := range older {
		if seq == s.head.First { // the next file has begun, head does not say so yet
			first = s.head.Seq + 1
		}
		s.files = append(s.files, segment{first: seq, path: l.olderPath(seq)})
	}
	s.current, err = openPrivate(l.currentPath(), os.O_RDONLY)
	if errors.Is(err, fs.ErrNotExist) {
		s.current = nil
		return nil
	}
	if err != nil {
		return err
	}
	info, err := s.current.Stat()
	if err != nil {
		s.close()
		return err
	}
	s.files = append(s.files, segment{first: first, size: info.Size()})
	return nil
}

// scan reads the lines of one file from an offset on.
func (s *snapshot) scan(ctx context.Context, file segment, offset int64, each func(line []byte) error) (rest int, err error) {
	if file.path == "" {
		return scanLines(ctx, io.NewSectionReader(s.current, offset, max(0, file.size-offset)), each)
	}
	older, err := openPrivate(file.path, os.O_RDONLY)
	if err != nil {
		return 0, err
	}
	defer older.Close()
	return scanLines(ctx, io.NewSectionReader(older, offset, math.MaxInt64-offset), each)
}

func (s *snapshot) close() {
	if s.current != nil {
		s.current.Close()
	}
}
