//go:build unix && !aix

package mcpauth_test

import (
	"encoding/base64"
	"errors"
	"os"
	"path/filepath"
	"regexp"
	"syscall"
	"testing"

	"github.com/openprogram/openprogram-go/mcpauth"
)

func TestCreateWritesOnePrivateFile(t *testing.T) {
	loc := mcpauth.Location{Dir: filepath.Join(privateDir(t), "one", "two")}
	token, err := mcpauth.Create(loc)
	must(t, err)

	if !regexp.MustCompile(`^[A-Za-z0-9_-]{43}$`).MatchString(token.Reveal()) {
		t.Error("the token is not 43 URL-safe characters")
	}
	if raw, err := base64.RawURLEncoding.DecodeString(token.Reveal()); err != nil || len(raw) != 32 {
		t.Errorf("the token stands for %d bytes (%v), want 32", len(raw), err)
	}
	if readFile(t, loc.TokenPath()) != token.Reveal() {
		t.Error("the file does not hold exactly the token")
	}
	assertMode(t, loc.TokenPath(), 0o600)
	assertMode(t, loc.Dir, os.ModeDir|0o700)
	assertMode(t, filepath.Dir(loc.Dir), os.ModeDir|0o700)
	assertEntries(t, loc.Dir, mcpauth.FileName)
	assertRedacted(t, token)

	client, err := mcpauth.Authenticate(loc, token.Reveal())
	if err != nil || !client.Valid() {
		t.Errorf("the new token does not authenticate: %v", err)
	}
}

func TestCreateMakesADifferentTokenEachTime(t *testing.T) {
	first, err := mcpauth.Create(stateDir(t))
	must(t, err)
	second, err := mcpauth.Create(stateDir(t))
	must(t, err)
	if first.Reveal() == second.Reveal() {
		t.Error("two tokens are equal")
	}
}

func TestCreateIgnoresTheUmask(t *testing.T) {
	for _, mask := range []int{0, 0o022, 0o077, 0o777} {
		dir := privateDir(t)
		loc := mcpauth.Location{Dir: filepath.Join(dir, "state")}
		before := syscall.Umask(mask)
		_, err := mcpauth.Create(loc)
		syscall.Umask(before)
		if err != nil {
			t.Errorf("umask %03o: %v", mask, err)
			continue
		}
		assertMode(t, loc.Dir, os.ModeDir|0o700)
		assertMode(t, loc.TokenPath(), 0o600)
	}
}

func TestCreateNeverReplaces(t *testing.T) {
	tests := map[string]func(t *testing.T, path string){
		"a file":      func(t *testing.T, path string) { writeFile(t, path, stored, 0o644) },
		"a directory": func(t *testing.T, path string) { must(t, os.Mkdir(path, 0o700)) },
		"a pipe":      func(t *testing.T, path string) { must(t, syscall.Mkfifo(path, 0o600)) },
		"a link": func(t *testing.T, path string) {
			writeFile(t, filepath.Join(filepath.Dir(filepath.Dir(path)), "target"), stored, 0o600)
			must(t, os.Symlink("../target", path))
		},
		"a dangling link": func(t *testing.T, path string) { must(t, os.Symlink("nowhere", path)) },
	}
	for name, prepare := range tests {
		t.Run(name, func(t *testing.T) {
			loc := stateDir(t)
			prepare(t, loc.TokenPath())
			before, err := os.Lstat(loc.TokenPath())
			must(t, err)

			token, err := mcpauth.Create(loc)
			if err != mcpauth.ErrTokenExists || token.Reveal() != "" {
				t.Fatalf("Create: %v, want exactly ErrTokenExists and no token", err)
			}
			after, err := os.Lstat(loc.TokenPath())
			must(t, err)
			if !os.SameFile(before, after) || before.Mode() != after.Mode() || before.Size() != after.Size() {
				t.Error("what was there has changed")
			}
			assertEntries(t, loc.Dir, mcpauth.FileName)
		})
	}
}

func TestCreateRefusesAnUnsafePlace(t *testing.T) {
	for name, place := range unsafePlaces() {
		t.Run(name, func(t *testing.T) {
			base := privateDir(t)
			loc := place(t, base)
			token, err := mcpauth.Create(loc)
			if err != mcpauth.ErrCreate || token.Reveal() != "" {
				t.Errorf("Create: %v, want exactly ErrCreate and no token", err)
			}
			assertNoToken(t, base)
		})
	}
}

// assertNoToken checks that nothing was written anywhere below base.
func assertNoToken(t *testing.T, base string) {
	t.Helper()
	err := filepath.WalkDir(base, func(path string, entry os.DirEntry, err error) error {
		if err == nil && entry.Type().IsRegular() && filepath.Base(path) != "plain file" {
			t.Errorf("left behind: %s", filepath.Base(path))
		}
		return err
	})
	must(t, err)
}

func TestCreateDoesNotMakeTheHomeDirectory(t *testing.T) {
	home := filepath.Join(privateDir(t), "nobody")
	_, err := mcpauth.Create(mcpauth.Location{Home: home, Dir: filepath.Join(home, ".openprogram")})
	if !errors.Is(err, mcpauth.ErrCreate) {
		t.Errorf("Create: %v, want ErrCreate", err)
	}
	if _, err := os.Lstat(home); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("the home directory was made: %v", err)
	}
}

func TestCreateMakesDirectoriesOnlyInOurOwn(t *testing.T) {
	base := privateDir(t)
	must(t, os.Chmod(base, 0o777|os.ModeSticky)) // fine to pass through, not to create in
	_, err := mcpauth.Create(mcpauth.Location{Dir: filepath.Join(base, "state")})
	if !errors.Is(err, mcpauth.ErrCreate) {
		t.Errorf("Create in a directory that others may write: %v, want ErrCreate", err)
	}
	assertEntries(t, base)
}

func TestDerivedStateDirectoryBelowALinkedHome(t *testing.T) {
	base := privateDir(t)
	must(t, os.Mkdir(filepath.Join(base, "real"), 0o755))
	home := filepath.Join(base, "home")
	must(t, os.Symlink("real", home))
	loc := mcpauth.Location{Home: home, Dir: filepath.Join(home, ".openprogram")}

	token, err := mcpauth.Create(loc)
	must(t, err)
	assertMode(t, filepath.Join(base, "real", ".openprogram", mcpauth.FileName), 0o600)
	if _, err := mcpauth.Authenticate(loc, token.Reveal()); err != nil {
		t.Errorf("Authenticate below a linked home: %v", err)
	}
	if _, err := mcpauth.Authenticate(mcpauth.Location{Dir: loc.Dir}, token.Reveal()); reason(err) != mcpauth.ReasonBadFile {
		t.Errorf("the same link in an explicit state directory: %v, want bad_file", err)
	}
}
