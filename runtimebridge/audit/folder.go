package audit

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

const (
	currentName  = "audit.jsonl"
	headName     = "head"
	olderPrefix  = "audit-"
	recordSuffix = ".jsonl"
)

func (l *Log) currentPath() string { return filepath.Join(l.dir, currentName) }
func (l *Log) headPath() string    { return filepath.Join(l.dir, headName) }

// olderPath is the name that a file gets when the next one begins.
func (l *Log) olderPath(first uint64) string {
	return filepath.Join(l.dir, olderPrefix+strconv.FormatUint(first, 10)+recordSuffix)
}

// olderFirsts lists the first records of the older files, ascending. A name that
// this package would not give is not one of them.
func (l *Log) olderFirsts() ([]uint64, error) {
	entries, err := os.ReadDir(l.dir)
	if err != nil {
		return nil, err
	}
	var firsts []uint64
	for _, entry := range entries {
		digits, prefixed := strings.CutPrefix(entry.Name(), olderPrefix)
		digits, suffixed := strings.CutSuffix(digits, recordSuffix)
		first, err := strconv.ParseUint(digits, 10, 64)
		if prefixed && suffixed && err == nil && strconv.FormatUint(first, 10) == digits {
			firsts = append(firsts, first)
		}
	}
	slices.Sort(firsts)
	return firsts, nil
}

// openOrCreate opens a private file, or makes an empty one.
func openOrCreate(path string, flag int) (*os.File, error) {
	f, err := openPrivate(path, flag)
	if !errors.Is(err, fs.ErrNotExist) {
		return f, err
	}
	f, err = openPrivate(path, flag|os.O_CREATE|os.O_EXCL)
	if errors.Is(err, fs.ErrExist) { // made by another process just now
		return openPrivate(path, flag)
	}
	return f, err
}
