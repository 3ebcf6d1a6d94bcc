//go:build unix && !aix

package mcpauth

import (
	"errors"
	"io"
	"os"
	"strings"
	"syscall"
	"testing"
	"testing/iotest"
)

func TestReadingNoticesInterference(t *testing.T) {
	interferences := map[string]func(t *testing.T, p place){
		"another directory":         func(t *testing.T, p place) { p.exchange(t) },
		"the file becomes readable": func(t *testing.T, p place) { check(t, os.Chmod(p.path, 0o644)) },
		"another file": func(t *testing.T, p place) {
			check(t, os.WriteFile(p.path+".new", []byte("stored-token"), 0o600))
			check(t, os.Rename(p.path+".new", p.path))
		},
		"a link to the same file": func(t *testing.T, p place) {
			check(t, os.Rename(p.path, p.path+".real"))
			check(t, os.Symlink(FileName+".real", p.path))
		},
		"the file is gone":   func(t *testing.T, p place) { check(t, os.Remove(p.path)) },
		"the file grows":     func(t *testing.T, p place) { check(t, os.Truncate(p.path, 13)) },
		"the file shrinks":   func(t *testing.T, p place) { check(t, os.Truncate(p.path, 3)) },
		"the file is edited": func(t *testing.T, p place) { p.edit(t, "stored-tokEn") },
		"a pipe": func(t *testing.T, p place) {
			check(t, os.Remove(p.path))
			check(t, syscall.Mkfifo(p.path, 0o600))
		},
	}
	assertRead := func(at moment, name string, interfere func(*testing.T, place)) {
		t.Run(string(at)+", then "+name, func(t *testing.T) {
			p := newPlace(t)
			p.store(t, "stored-token")
			v, last := watched(at, func() { interfere(t, p) })
			client, err := v.authenticate(p.loc, "stored-token")
			if client.Valid() || !errors.Is(err, ErrAuthentication) {
				t.Errorf("client %q, error %v", client.ID(), err)
			}
			if at == fileNamed && *last != at {
				t.Error("the file is read nevertheless")
			}
		})
	}
	for _, at := range []moment{fileNamed, fileOpened, fileRead} {
		for name, interfere := range interferences {
			assertRead(at, name, interfere)
		}
	}
	for _, at := range []moment{wayChecked, fileNamed, fileOpened, fileRead} {
		for name, interfere := range directoryInterferences {
			assertRead(at, name, interfere)
		}
	}
}

func TestShortReads(t *testing.T) {
	p := newPlace(t)
	p.store(t, "stored-token")
	v := newVault()
	v.source = iotest.OneByteReader
	client, err := v.authenticate(p.loc, "stored-token")
	if err != nil || client.ID() != "6f69975abe580db3" {
		t.Errorf("client %q, error %v", client.ID(), err)
	}
	if _, err := v.authenticate(p.loc, "s"); err == nil {
		t.Error("the first piece of the token authenticates")
	}
	for name, source := range map[string]func(io.Reader) io.Reader{
		"an error":      func(io.Reader) io.Reader { return iotest.ErrReader(errors.New("stored-token")) },
		"an early end":  func(r io.Reader) io.Reader { return io.LimitReader(r, 6) },
		"more than all": func(r io.Reader) io.Reader { return io.MultiReader(r, strings.NewReader("x")) },
	} {
		v.source = source
		if _, err := v.authenticate(p.loc, "stored-token"); err == nil || strings.Contains(err.Error(), "stored") {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestNothingIsReadOfAFileThatIsTooLong(t *testing.T) {
	p := newPlace(t)
	p.store(t, strings.Repeat("A", maxFileSize+1))
	v := newVault()
	v.source = func(r io.Reader) io.Reader {
		t.Error("the file is read")
		return r
	}
	if _, err := v.read(p.loc); err == nil {
		t.Error("read succeeds")
	}
}
