package file_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"testing"

	"github.com/openprogram/openprogram-go/runtimebridge"
	"github.com/openprogram/openprogram-go/runtimebridge/file"
)

const secret = "the-secret"

// everywhere calls every tool that takes one path with it, and wants a failure
// that does not show the secret.
func everywhere(t *testing.T, f *fixture, path string) {
	t.Helper()
	calls := map[string]args{
		"read":        {"file_path": path},
		"list":        {"path": path},
		"glob":        {"pattern": "*", "path": path},
		"grep":        {"pattern": secret, "path": path},
		"write":       {"file_path": path, "content": "overwritten"},
		"edit":        {"file_path": path, "old_string": secret, "new_string": "overwritten"},
		"apply_patch": {"patch": "*** Begin Patch\n*** Update File: " + path + "\n-" + secret + "\n+overwritten\n*** End Patch"},
	}
	for name, arguments := range calls {
		result, err := f.run(t.Context(), name, arguments)
		if err != nil {
			t.Errorf("%s: %v", name, err)
		} else if !result.IsError {
			t.Errorf("%s succeeded: %q", name, textOf(result))
		}
	}
}

func TestNoToolLeavesTheWorkingDirectory(t *testing.T) {
	outside := realTempDir(t)
	target := filepath.Join(outside, "target")
	if err := os.WriteFile(target, []byte(secret+"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	f := newFixture(t)
	f.link(target, "file-link")
	f.link(outside, "dir-link")
	f.link("/", "root-link")
	f.link(filepath.Join(outside, "absent"), "dangling")
	sibling := f.dir + "-sibling"
	if err := os.Mkdir(sibling, 0o700); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.RemoveAll(sibling) })
	paths := map[string]string{
		"absolute":           target,
		"up":                 "../" + filepath.Base(outside) + "/target",
		"link to a file":     "file-link",
		"link to a folder":   "dir-link/target",
		"link to the root":   "root-link" + filepath.ToSlash(target),
		"dangling link":      "dangling",
		"sibling by prefix":  filepath.Join(sibling, "x"),
		"the parent":         "..",
		"NUL":                "a\x00b",
		"process directory":  "/proc/self/cwd",
		"another descriptor": "/dev/fd/0",
	}
	for name, path := range paths {
		t.Run(name, func(t *testing.T) { everywhere(t, f, path) })
	}
	if got, err := os.ReadFile(target); err != nil || string(got) != secret+"\n" {
		t.Errorf("outside: %q, %v", got, err)
	}
	for _, dir := range []string{outside, sibling} {
		entries, err := os.ReadDir(dir)
		if err != nil {
			t.Fatal(err)
		}
		for _, entry := range entries {
			if entry.Name() != "target" {
				t.Errorf("created outside: %s", entry.Name())
			}
		}
	}
}

func TestSystemFilesAreRefusedEvenInsideAWorkingDirectory(t *testing.T) {
	f := withOptions(t, "/", file.Options{WorkingDirs: []string{"/"}})
	for _, path := range []string{"/proc/self/environ", "/dev/zero", "/sys/kernel", "/proc"} {
		f.failWith("", "not one that file tools may touch", "read", args{"file_path": path})
	}
}

func TestProtectedFilesAreUnreachable(t *testing.T) {
	dir := realTempDir(t)
	f := withOptions(t, dir, file.Options{
		WorkingDirs: []string{dir},
		Protected:   []string{filepath.Join(dir, "state"), filepath.Join(dir, "later")},
		Unprotected: []string{filepath.Join(dir, "state", "memory")},
	})
	f.put("state/token", secret+"\n")
	f.put("state/memory/note.md", "open\n")
	f.put("plain", "open\n")
	f.link("state/token", "soft")
	f.link("state", "folder")
	if err := os.Link(f.path("state/token"), f.path("hard")); err != nil {
		t.Fatal(err)
	}
	if err := os.Link(f.path("state/token"), f.path("state/memory/hard")); err != nil {
		t.Fatal(err)
	}
	for _, path := range []string{"state/token", "soft", "folder/token", "hard", "state/memory/hard", "state", "later", "later/x"} {
		t.Run(path, func(t *testing.T) { everywhere(t, f, path) })
	}
	f.has("state/token", secret+"\n")
	if got := f.call("read", args{"file_path": "state/memory/note.md"}); got != "lines 1-1 of 1\n     1\topen\n" {
		t.Errorf("the exception reads %q", got)
	}
	if got := f.call("grep", args{"pattern": "."}); got != "plain\n" {
		t.Errorf("grep finds %q", got)
	}
	if got := f.call("glob", args{"pattern": "**"}); got != "plain\n" {
		t.Errorf("glob finds %q", got)
	}
	if got := f.call("list", args{}); got != "folder@\nplain  5B\nsoft@\n" {
		t.Errorf("list shows %q", got)
	}
}

func TestAWorkingDirectoryMayBeReachedByALink(t *testing.T) {
	real := realTempDir(t)
	linked := filepath.Join(realTempDir(t), "link")
	if err := os.Symlink(real, linked); err != nil {
		t.Fatal(err)
	}
	f := withOptions(t, real, file.Options{WorkingDirs: []string{linked}})
	f.put("a", "text\n")
	for _, path := range []string{"a", filepath.Join(linked, "a"), filepath.Join(real, "a")} {
		if got := f.call("read", args{"file_path": path}); got != "lines 1-1 of 1\n     1\ttext\n" {
			t.Errorf("%s reads %q", path, got)
		}
	}
}

func TestAWorkingDirectoryMustBeOne(t *testing.T) {
	dir := realTempDir(t)
	plain := filepath.Join(dir, "plain")
	if err := os.WriteFile(plain, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	tests := []struct {
		name   string
		dirs   []string
		reason runtimebridge.ReasonCode
	}{
		{"none", nil, ""},
		{"a file", []string{plain}, ""},
		{"missing", []string{filepath.Join(dir, "missing")}, runtimebridge.ReasonNotFound},
		{"relative", []string{"."}, ""},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			f := withOptions(t, dir, file.Options{WorkingDirs: test.dirs})
			f.failWith(test.reason, "", "list", args{})
			f.failWith(test.reason, "", "write", args{"file_path": "x", "content": "y"})
		})
	}
}

func TestTheSecondWorkingDirectoryIsOneToo(t *testing.T) {
	first, second := realTempDir(t), realTempDir(t)
	f := withOptions(t, second, file.Options{WorkingDirs: []string{first, second}})
	f.put("a", "text\n")
	f.failWith(runtimebridge.ReasonNotFound, "", "read", args{"file_path": "a"})
	f.call("read", args{"file_path": f.path("a")})
	if got := f.call("glob", args{"pattern": "*", "path": second}); got != f.path("a")+"\n" {
		t.Errorf("shown as %q, which leads to the first", got)
	}
}

func TestACancelledCallHasNoResult(t *testing.T) {
	f := newFixture(t)
	f.put("a", "x\n")
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	for name, arguments := range map[string]args{"grep": {"pattern": "x"}, "glob": {"pattern": "*"}} {
		if result, err := f.run(ctx, name, arguments); !errors.Is(err, context.Canceled) {
			t.Errorf("%s: %v, %v", name, result, err)
		}
	}
}
