//go:build unix && !aix

package mcpauth

import (
	"bytes"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"testing/iotest"
)

func TestCreateAsksForExactly32RandomBytes(t *testing.T) {
	p := newPlace(t)
	v := newVault()
	secret := bytes.Repeat([]byte{0xfb}, 32)
	v.random = io.MultiReader(bytes.NewReader(secret), rand.Reader)
	token, err := v.createToken(p.loc)
	check(t, err)
	if want := strings.Repeat("-_v7", 10) + "-_s"; token.Reveal() != want {
		t.Errorf("token %q, want %q", token.Reveal(), want)
	}
	for _, available := range []int64{0, 31, 32, 43} {
		p := newPlace(t)
		v.random = io.LimitReader(rand.Reader, available)
		if _, err := v.createToken(p.loc); err != ErrCreate {
			t.Errorf("%d random bytes: %v, want exactly ErrCreate", available, err)
		}
		assertClean(t, p.loc.Dir)
	}
}

func TestCreatingNoticesInterference(t *testing.T) {
	assertCreate := func(at moment, name string, interfere func(*testing.T, place)) {
		t.Run(string(at)+", then "+name, func(t *testing.T) {
			p := newPlace(t)
			v, last := watched(at, func() { interfere(t, p) })
			token, err := v.createToken(p.loc)
			if err != ErrCreate || token.Reveal() != "" {
				t.Errorf("Create: %v, want exactly ErrCreate and no token", err)
			}
			if *last != at {
				t.Errorf("noticed only after: %s", *last)
			}
			for _, dir := range []string{p.loc.Dir, p.away} {
				assertClean(t, dir)
			}
		})
	}
	for _, at := range []moment{tempSynced, tokenNamed} {
		assertCreate(at, "the file becomes readable", func(t *testing.T, p place) { chmodAll(t, p.loc.Dir, 0o644) })
		assertCreate(at, "the file gets another name", func(t *testing.T, p place) { linkAll(t, p.loc.Dir, p.away) })
	}
	for _, at := range []moment{wayChecked, tempMade, tempSynced, tokenNamed} {
		for name, interfere := range directoryInterferences {
			assertCreate(at, name, interfere)
		}
	}
}

func TestNothingIsLeftOfATokenThatIsNotDurable(t *testing.T) {
	for _, failing := range []string{"file", "directory"} {
		p := newPlace(t)
		v := newVault()
		v.flush = func(f *os.File) error {
			if info, err := f.Stat(); err != nil || info.IsDir() == (failing == "directory") {
				return errors.New("the disk is full")
			}
			return nil
		}
		if _, err := v.createToken(p.loc); err != ErrCreate {
			t.Errorf("%s: %v, want exactly ErrCreate", failing, err)
		}
		assertClean(t, p.loc.Dir)
	}
}

func TestCreateIsDurable(t *testing.T) {
	p := newPlace(t)
	v := newVault()
	var steps []string
	v.at = func(now moment) {
		if now == tokenNamed {
			steps = append(steps, string(now))
		}
	}
	v.flush = func(f *os.File) error {
		info, err := f.Stat()
		check(t, err)
		if info.IsDir() {
			steps = append(steps, "directory flushed")
		} else {
			steps = append(steps, fmt.Sprintf("%d bytes flushed", info.Size()))
		}
		return nil
	}
	_, err := v.createToken(p.loc)
	check(t, err)
	want := []string{"43 bytes flushed", "token named", "directory flushed"}
	if !slices.Equal(steps, want) {
		t.Errorf("steps %q, want %q", steps, want)
	}
}

// chmodAll sets the mode of every file in dir.
func chmodAll(t *testing.T, dir string, mode fs.FileMode) {
	t.Helper()
	entries, err := os.ReadDir(dir)
	check(t, err)
	for _, e := range entries {
		check(t, os.Chmod(filepath.Join(dir, e.Name()), mode))
	}
}

// linkAll gives every file in dir a second name, which stays empty-handed: the
// test removes it again.
func linkAll(t *testing.T, dir, name string) {
	t.Helper()
	entries, err := os.ReadDir(dir)
	check(t, err)
	check(t, os.Link(filepath.Join(dir, entries[0].Name()), name))
	t.Cleanup(func() { _ = os.Remove(name) })
}

// assertClean checks that a directory, if there is one, holds nothing.
func assertClean(t *testing.T, dir string) {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil && !errors.Is(err, fs.ErrNotExist) && !errors.Is(err, syscall.ENOTDIR) {
		t.Fatal(err)
	}
	for _, e := range entries {
		t.Errorf("left behind in %s: %s", filepath.Base(dir), e.Name())
	}
}

func TestCreateYieldsToWhoeverIsFaster(t *testing.T) {
	p := newPlace(t)
	v := when(tempSynced, func() { p.store(t, "stored-token") })
	if _, err := v.createToken(p.loc); err != ErrTokenExists {
		t.Errorf("Create: %v, want exactly ErrTokenExists", err)
	}
	if client, err := newVault().authenticate(p.loc, "stored-token"); err != nil || !client.Valid() {
		t.Errorf("the other token was replaced: %v", err)
	}
}

func TestCreateWithdrawsOnlyItsOwnFile(t *testing.T) {
	p := newPlace(t)
	v := when(tokenNamed, func() {
		check(t, os.Remove(p.path))
		p.store(t, "stored-token")
	})
	if _, err := v.createToken(p.loc); err != ErrCreate {
		t.Errorf("Create: %v, want exactly ErrCreate", err)
	}
	if client, err := newVault().authenticate(p.loc, "stored-token"); err != nil || !client.Valid() {
		t.Errorf("the other token was removed: %v", err)
	}
}

func TestCreateOverwritesNoTemporaryFile(t *testing.T) {
	p := newPlace(t)
	v := newVault()
	v.random = iotest.OneByteReader(zeros{})
	for _, prepare := range []func(path string) error{
		func(path string) error { return os.WriteFile(path, []byte("untouched"), 0o600) },
		func(path string) error { return os.Symlink("../target", path) },
	} {
		temp := filepath.Join(p.loc.Dir, ".mcp_server_token."+strings.Repeat("0", 24)+".tmp")
		check(t, prepare(temp))
		before, err := os.Lstat(temp)
		check(t, err)
		if _, err := v.createToken(p.loc); err != ErrCreate {
			t.Errorf("Create: %v, want exactly ErrCreate", err)
		}
		after, err := os.Lstat(temp)
		check(t, err)
		if !os.SameFile(before, after) || before.Size() != after.Size() {
			t.Error("the file with the temporary name has changed")
		}
		check(t, os.Remove(temp))
	}
}

// zeros is a source of randomness that has none.
type zeros struct{}

func (zeros) Read(p []byte) (int, error) {
	clear(p)
	return len(p), nil
}

func TestCreateAcceptsADirectoryThatSomebodyElseMakes(t *testing.T) {
	p := newPlace(t)
	loc := Location{Dir: filepath.Join(p.loc.Dir, "new")}
	v := when(childMissing, func() { check(t, os.Mkdir(loc.Dir, 0o700)) })
	if _, err := v.createToken(loc); err != nil {
		t.Errorf("Create: %v", err)
	}
}

func TestMakingNoticesInterference(t *testing.T) {
	tests := map[string]func(t *testing.T, p place){
		"the parent becomes a link": func(t *testing.T, p place) { p.swap(t) },
		"the parent opens up":       func(t *testing.T, p place) { check(t, os.Chmod(p.loc.Dir, 0o777)) },
		"the parent vanishes":       func(t *testing.T, p place) { check(t, os.Rename(p.loc.Dir, p.away)) },
		"a link takes the name": func(t *testing.T, p place) {
			check(t, os.Mkdir(p.away, 0o700))
			check(t, os.Symlink(p.away, filepath.Join(p.loc.Dir, "new")))
		},
	}
	for name, interfere := range tests {
		t.Run(name, func(t *testing.T) {
			p := newPlace(t)
			v := when(childMissing, func() { interfere(t, p) })
			if _, err := v.createToken(Location{Dir: filepath.Join(p.loc.Dir, "new")}); err != ErrCreate {
				t.Errorf("Create: %v, want exactly ErrCreate", err)
			}
			if entries, err := os.ReadDir(p.away); err == nil && len(entries) != 0 {
				t.Errorf("made behind the link: %v", entries)
			}
		})
	}
}
