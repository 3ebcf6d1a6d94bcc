//go:build unix && !aix

package mcpauth_test

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/openprogram/openprogram-go/mcpauth"
)

const stored = "stored-token" // its client id is 6f69975abe580db3

// privateDir is a fresh directory, by its real path, that a state directory may
// be made in.
func privateDir(t *testing.T) string {
	t.Helper()
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	must(t, os.Chmod(dir, 0o700))
	return dir
}

// stateDir is an explicit state directory that exists and holds no token.
func stateDir(t *testing.T) mcpauth.Location {
	t.Helper()
	dir := filepath.Join(privateDir(t), "state")
	must(t, os.Mkdir(dir, 0o700))
	return mcpauth.Location{Dir: dir}
}

// withToken is a state directory that holds a token of known text.
func withToken(t *testing.T, text string) mcpauth.Location {
	t.Helper()
	loc := stateDir(t)
	writeFile(t, loc.TokenPath(), text, 0o600)
	return loc
}

func writeFile(t *testing.T, path, text string, mode os.FileMode) {
	t.Helper()
	must(t, os.WriteFile(path, []byte(text), 0o600))
	must(t, os.Chmod(path, mode))
}

func readFile(t *testing.T, path string) string {
	t.Helper()
	text, err := os.ReadFile(path)
	must(t, err)
	return string(text)
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// assertEntries checks what a directory holds, hidden files included.
func assertEntries(t *testing.T, dir string, want ...string) {
	t.Helper()
	entries, err := os.ReadDir(dir)
	must(t, err)
	got := make([]string, 0, len(entries))
	for _, e := range entries {
		got = append(got, e.Name())
	}
	if !slices.Equal(got, want) {
		t.Errorf("%s holds %q, want %q", filepath.Base(dir), got, want)
	}
}

func assertMode(t *testing.T, path string, want os.FileMode) {
	t.Helper()
	info, err := os.Lstat(path)
	must(t, err)
	if info.Mode() != want {
		t.Errorf("mode of %s is %v, want %v", filepath.Base(path), info.Mode(), want)
	}
}

func reason(err error) mcpauth.Reason {
	var failed *mcpauth.AuthenticationError
	if errors.As(err, &failed) {
		return failed.Reason
	}
	return ""
}
