//go:build unix && !aix

package mcpauth_test

import (
	"os"
	"path/filepath"
	"syscall"
	"testing"

	"github.com/openprogram/openprogram-go/mcpauth"
)

func TestRotateReplacesTheToken(t *testing.T) {
	loc := withToken(t, stored)
	token, err := mcpauth.Rotate(loc)
	must(t, err)
	if len(token.Reveal()) != 43 || readFile(t, loc.TokenPath()) != token.Reveal() {
		t.Error("the file does not hold the new token")
	}
	assertMode(t, loc.TokenPath(), 0o600)
	assertEntries(t, loc.Dir, mcpauth.FileName)
	assertRefused(t, loc, stored, mcpauth.ReasonMismatch)
	if _, err := mcpauth.Authenticate(loc, token.Reveal()); err != nil {
		t.Errorf("Authenticate: %v", err)
	}
}

func TestRotateMendsASpoiledToken(t *testing.T) {
	spoil := map[string]func(path string) error{
		"mode":          func(path string) error { return os.Chmod(path, 0o644) },
		"second name":   func(path string) error { return os.Link(path, filepath.Dir(filepath.Dir(path))+"/copy") },
		"too long":      func(path string) error { return os.Truncate(path, 5000) },
		"nothing in it": func(path string) error { return os.Truncate(path, 0) },
	}
	for name, spoil := range spoil {
		t.Run(name, func(t *testing.T) {
			loc := withToken(t, stored)
			must(t, spoil(loc.TokenPath()))
			_, err := mcpauth.Rotate(loc)
			must(t, err)
			if status := mcpauth.Check(loc); !status.OK() {
				t.Errorf("still wrong: %v", status.Findings)
			}
		})
	}
}

func TestRotateRefuses(t *testing.T) {
	tests := map[string]struct {
		prepare func(t *testing.T, loc mcpauth.Location)
		want    error
	}{
		"no token":     {func(*testing.T, mcpauth.Location) {}, mcpauth.ErrNoToken},
		"no directory": {func(t *testing.T, loc mcpauth.Location) { must(t, os.Remove(loc.Dir)) }, mcpauth.ErrNoToken},
		"a link":       {func(t *testing.T, loc mcpauth.Location) { symlink(t, "x", loc.Dir, mcpauth.FileName) }, mcpauth.ErrRotate},
		"a directory":  {func(t *testing.T, loc mcpauth.Location) { mkdir(t, loc.Dir, mcpauth.FileName, 0o700) }, mcpauth.ErrRotate},
		"an open directory": {func(t *testing.T, loc mcpauth.Location) {
			writeFile(t, loc.TokenPath(), stored, 0o600)
			must(t, os.Chmod(loc.Dir, 0o755))
		}, mcpauth.ErrRotate},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			loc := stateDir(t)
			test.prepare(t, loc)
			if token, err := mcpauth.Rotate(loc); err != test.want || token.Reveal() != "" {
				t.Errorf("Rotate: %v, want exactly %v and no token", err, test.want)
			}
		})
	}
}

func TestDeleteRemovesTheToken(t *testing.T) {
	files := map[string]func(t *testing.T, loc mcpauth.Location){
		"a token": func(t *testing.T, loc mcpauth.Location) { writeFile(t, loc.TokenPath(), stored, 0o600) },
		"a link":  func(t *testing.T, loc mcpauth.Location) { symlink(t, "..", loc.Dir, mcpauth.FileName) },
		"a pipe":  func(t *testing.T, loc mcpauth.Location) { must(t, syscall.Mkfifo(loc.TokenPath(), 0o600)) },
	}
	for name, prepare := range files {
		t.Run(name, func(t *testing.T) {
			loc := stateDir(t)
			prepare(t, loc)
			must(t, mcpauth.Delete(loc))
			assertEntries(t, loc.Dir)
			if err := mcpauth.Delete(loc); err != mcpauth.ErrNoToken {
				t.Errorf("the second Delete: %v, want ErrNoToken", err)
			}
			assertRefused(t, loc, stored, mcpauth.ReasonNoFile)
		})
	}
}

func TestDeleteRefuses(t *testing.T) {
	t.Run("a directory", func(t *testing.T) {
		loc := stateDir(t)
		mkdir(t, loc.Dir, mcpauth.FileName, 0o700)
		if err := mcpauth.Delete(loc); err != mcpauth.ErrDelete {
			t.Errorf("Delete: %v, want ErrDelete", err)
		}
		assertEntries(t, loc.Dir, mcpauth.FileName)
	})
	t.Run("behind a link", func(t *testing.T) {
		base := privateDir(t)
		real := mkdir(t, base, "real", 0o700)
		writeFile(t, filepath.Join(real, mcpauth.FileName), stored, 0o600)
		if err := mcpauth.Delete(mcpauth.Location{Dir: symlink(t, "real", base, "state")}); err != mcpauth.ErrDelete {
			t.Errorf("Delete: %v, want ErrDelete", err)
		}
		assertEntries(t, real, mcpauth.FileName)
	})
	t.Run("no directory", func(t *testing.T) {
		if err := mcpauth.Delete(mcpauth.Location{Dir: filepath.Join(privateDir(t), "state")}); err != mcpauth.ErrNoToken {
			t.Errorf("Delete: %v, want ErrNoToken", err)
		}
	})
}
