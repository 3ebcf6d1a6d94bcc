//go:build unix && !aix

package mcpauth

import (
	"os"
	"path/filepath"
	"testing"
)

// These tests do what somebody else might do between two steps.

// place is a private state directory, and where it can be moved to.
type place struct {
	loc  Location
	path string // the token file
	away string
}

func newPlace(t *testing.T) place {
	t.Helper()
	base, err := filepath.EvalSymlinks(t.TempDir())
	check(t, err)
	check(t, os.Chmod(base, 0o700))
	dir := filepath.Join(base, "state")
	check(t, os.Mkdir(dir, 0o700))
	return place{loc: Location{Dir: dir}, path: filepath.Join(dir, FileName), away: filepath.Join(base, "away")}
}

func (p place) store(t *testing.T, text string) {
	t.Helper()
	check(t, os.WriteFile(p.path, []byte(text), 0o600))
}

// edit changes the token file in place and sets its modification time back. It
// goes on until the clock of the file system has moved.
func (p place) edit(t *testing.T, text string) {
	t.Helper()
	before, err := os.Lstat(p.path)
	check(t, err)
	for {
		check(t, os.WriteFile(p.path, []byte(text), 0o600))
		check(t, os.Chtimes(p.path, before.ModTime(), before.ModTime()))
		after, err := os.Lstat(p.path)
		check(t, err)
		if !changeTime(after).Equal(changeTime(before)) {
			return
		}
	}
}

// swap moves the state directory away and puts a link to it in its place.
func (p place) swap(t *testing.T) {
	t.Helper()
	check(t, os.Rename(p.loc.Dir, p.away))
	check(t, os.Symlink(p.away, p.loc.Dir))
}

// exchange moves the state directory away and puts a good one in its place.
func (p place) exchange(t *testing.T) {
	t.Helper()
	check(t, os.Rename(p.loc.Dir, p.away))
	check(t, os.Mkdir(p.loc.Dir, 0o700))
	p.store(t, "stored-token")
}

func check(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// when runs an interference once, at one moment.
func when(at moment, interfere func()) vault {
	v, _ := watched(at, interfere)
	return v
}

// watched is when that also keeps the moment that was reached last.
func watched(at moment, interfere func()) (vault, *moment) {
	v, last, done := newVault(), new(moment), false
	v.at = func(now moment) {
		*last = now
		if now == at && !done {
			done = true
			interfere()
		}
	}
	return v, last
}

// directoryInterferences spoil the place at any moment.
var directoryInterferences = map[string]func(t *testing.T, p place){
	"the directory becomes a link": func(t *testing.T, p place) { p.swap(t) },
	"the directory opens up":       func(t *testing.T, p place) { check(t, os.Chmod(p.loc.Dir, 0o755)) },
	"the directory vanishes":       func(t *testing.T, p place) { check(t, os.Rename(p.loc.Dir, p.away)) },
}
