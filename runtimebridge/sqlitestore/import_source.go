package sqlitestore

import (
	"errors"
	"io"
	"os"
)

// importSource is a reader that can be read a second time.
type importSource struct {
	io.ReadSeeker
	start     int64
	temporary *os.File // nil when the caller's reader can seek
}

// replayable keeps a copy of what cannot be read twice, in a file that no longer
// has a name.
func (s *Store) replayable(r io.Reader) (*importSource, error) {
	if seeker, ok := r.(io.ReadSeeker); ok {
		if start, err := seeker.Seek(0, io.SeekCurrent); err == nil {
			return &importSource{ReadSeeker: seeker, start: start}, nil
		}
	}
	file, err := os.CreateTemp(s.dir, "import-*") // mode 0600
	if err != nil {
		return nil, err
	}
	source := &importSource{ReadSeeker: file, temporary: file}
	if err := os.Remove(file.Name()); err != nil {
		return nil, errors.Join(err, source.close())
	}
	if _, err := io.Copy(file, r); err != nil {
		return nil, errors.Join(err, source.close())
	}
	return source, source.rewind()
}

func (s *importSource) rewind() error {
	_, err := s.Seek(s.start, io.SeekStart)
	return err
}

func (s *importSource) close() error {
	if s.temporary == nil {
		return nil
	}
	return s.temporary.Close()
}
