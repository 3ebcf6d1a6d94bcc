package git_test

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/openprogram/openprogram-go/scripts/internal/git"
)

func repository(t *testing.T, files map[string]string) git.Repository {
	t.Helper()
	r := git.Repository{Dir: t.TempDir()}
	run(t, r, "init", "-q")
	run(t, r, "config", "user.name", "somebody")
	run(t, r, "config", "user.email", "somebody@example.org")
	write(t, r, files)
	run(t, r, "add", "--all")
	run(t, r, "commit", "-q", "-m", "first")
	return r
}

func run(t *testing.T, r git.Repository, arguments ...string) string {
	t.Helper()
	out, err := r.Run(context.Background(), arguments...)
	if err != nil {
		t.Fatal(err)
	}
	return out
}

func write(t *testing.T, r git.Repository, files map[string]string) {
	t.Helper()
	for name, text := range files {
		path := filepath.Join(r.Dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
}

func TestExportWorkTreeIsWhatACommitWouldHold(t *testing.T) {
	r := repository(t, map[string]string{"kept": "1", "changed": "1", "gone": "1", ".gitignore": "ignored\n"})
	write(t, r, map[string]string{"changed": "2", "new/file": "3", "ignored": "4"})
	if err := os.Remove(filepath.Join(r.Dir, "gone")); err != nil {
		t.Fatal(err)
	}
	before := run(t, r, "count-objects", "-v") + run(t, r, "status", "--porcelain")
	out := t.TempDir()
	tree, err := r.ExportWorkTree(t.Context(), out)
	if err != nil || len(tree) < 40 {
		t.Fatalf("tree %q, %v", tree, err)
	}
	for name, want := range map[string]string{"kept": "1", "changed": "2", "new/file": "3", "gone": "", "ignored": ""} {
		if got, _ := os.ReadFile(filepath.Join(out, name)); string(got) != want {
			t.Errorf("%s holds %q, want %q", name, got, want)
		}
	}
	if after := run(t, r, "count-objects", "-v") + run(t, r, "status", "--porcelain"); after != before {
		t.Errorf("the repository was changed:\n%s\nbefore:\n%s", after, before)
	}
}

func TestExportIsTheCommit(t *testing.T) {
	r := repository(t, map[string]string{"a": "1"})
	write(t, r, map[string]string{"a": "2", "b": "2"})
	out := t.TempDir()
	if err := r.Export(t.Context(), "HEAD", out); err != nil {
		t.Fatal(err)
	}
	if got, _ := os.ReadFile(filepath.Join(out, "a")); string(got) != "1" {
		t.Errorf("a holds %q", got)
	}
	if _, err := os.Stat(filepath.Join(out, "b")); err == nil {
		t.Error("a file that is not committed was exported")
	}
}

func TestVersions(t *testing.T) {
	r := repository(t, map[string]string{"a": "1"})
	for _, tag := range []string{"m/v0.9.0", "m/v0.10.0", "m/v0.10.0-rc.1", "m/v1", "m/vnothing", "mm/v3.0.0", "v4.0.0"} {
		run(t, r, "tag", tag)
	}
	got, err := r.Versions(t.Context(), "m")
	if want := []string{"v0.10.0", "v0.10.0-rc.1", "v0.9.0"}; err != nil || !slices.Equal(got, want) {
		t.Errorf("got %v, %v, want %v", got, err, want)
	}
	if last, err := r.Last(t.Context(), "nothing"); err != nil || last != "" {
		t.Errorf("the last version of nothing is %q, %v", last, err)
	}
}

func TestDirtyAndFile(t *testing.T) {
	r := repository(t, map[string]string{"a": "line\n\n"})
	if dirty, err := r.Dirty(t.Context()); err != nil || len(dirty) != 0 {
		t.Errorf("a fresh commit is dirty: %v, %v", dirty, err)
	}
	write(t, r, map[string]string{"b": ""})
	if dirty, err := r.Dirty(t.Context()); err != nil || !slices.Equal(dirty, []string{"?? b"}) {
		t.Errorf("dirty: %v, %v", dirty, err)
	}
	if text, ok, err := r.File(t.Context(), "HEAD", "a"); err != nil || !ok || text != "line\n\n" {
		t.Errorf("a: %q, %v, %v", text, ok, err)
	}
	if _, ok, err := r.File(t.Context(), "HEAD", "b"); err != nil || ok {
		t.Errorf("b is in the commit: %v, %v", ok, err)
	}
}

// Copies in two places are the same commit, so that what is built from them can be
// the same.
func TestCopy(t *testing.T) {
	r := repository(t, map[string]string{"a": "1", ".gitignore": "ignored\n"})
	write(t, r, map[string]string{"a": "2", "b": "3", "ignored": "4"})
	run(t, r, "remote", "add", "origin", "https://example.org/x.git")
	var commits []string
	for range 2 {
		copied := git.Repository{Dir: t.TempDir()}
		if err := r.Copy(t.Context(), copied.Dir); err != nil {
			t.Fatal(err)
		}
		if files := run(t, copied, "ls-files"); files != ".gitignore\na\nb" {
			t.Errorf("it holds %q", files)
		}
		if dirty, err := copied.Dirty(t.Context()); err != nil || len(dirty) > 0 {
			t.Errorf("it is dirty: %q, %v", dirty, err)
		}
		if origin := run(t, copied, "remote", "get-url", "origin"); origin != "https://example.org/x.git" {
			t.Errorf("it comes from %q", origin)
		}
		commits = append(commits, run(t, copied, "rev-parse", "HEAD"))
	}
	if commits[0] != commits[1] {
		t.Errorf("the copies are %v", commits)
	}
}
