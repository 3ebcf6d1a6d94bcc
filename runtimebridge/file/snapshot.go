package file

import (
	"crypto/sha256"
	"io"
	"io/fs"
	"os"

	"github.com/openprogram/openprogram-go/runtimebridge"
)

// maxFile is the largest file that a tool reads.
const maxFile = 16 << 20

// snapshot is a file as it was when it was read.
type snapshot struct {
	data []byte
	info fs.FileInfo
}

func (s *snapshot) fingerprint() fingerprint {
	return fingerprint{size: len(s.data), sum: sha256.Sum256(s.data)}
}

// snapshot reads the regular file at the place. It looks before it opens, and
// opens without waiting: a FIFO would hold the call until somebody writes.
func (p *place) snapshot() (*snapshot, error) {
	before, err := p.lstat()
	if err != nil {
		return nil, err
	}
	if err := mustBeRegular(before); err != nil {
		return nil, err
	}
	if before.Size() > maxFile {
		return nil, tooLarge()
	}
	f, err := p.root.OpenFile(p.rel, os.O_RDONLY|openNonblock, 0)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return nil, err
	}
	if !os.SameFile(before, info) || !p.unmoved() {
		return nil, failf("the file was replaced while it was opened")
	}
	data, err := io.ReadAll(io.LimitReader(f, maxFile+1))
	if err != nil {
		return nil, err
	}
	if len(data) > maxFile {
		return nil, tooLarge()
	}
	return &snapshot{data: data, info: info}, nil
}

func mustBeRegular(info fs.FileInfo) error {
	switch {
	case info.IsDir():
		return failf("the path is a directory")
	case !info.Mode().IsRegular():
		return failf("the path is not a regular file")
	}
	return nil
}

func tooLarge() error {
	return failBecause(runtimebridge.ReasonTooLarge, "the file is larger than %d MiB", maxFile>>20)
}

// isBinary reports whether data is no text: text has no NUL.
func isBinary(data []byte) bool {
	for _, b := range data[:min(len(data), 64<<10)] {
		if b == 0 {
			return true
		}
	}
	return false
}

// text is the file as text, or a failure.
func (s *snapshot) text() (string, error) {
	if isBinary(s.data) {
		return "", failf("the file is binary")
	}
	return string(s.data), nil
}
