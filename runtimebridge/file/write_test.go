package file_test

import (
	"errors"
	"os"
	"strings"
	"testing"

	"github.com/openprogram/openprogram-go/runtimebridge"
)

func TestWriteCreatesAFileAndItsDirectories(t *testing.T) {
	f := newFixture(t)
	if got := f.call("write", args{"file_path": "a/b/c.txt", "content": "wörter\n"}); got != "created a/b/c.txt: 7 characters\n" {
		t.Errorf("got %q", got)
	}
	f.has("a/b/c.txt", "wörter\n")
	f.call("write", args{"file_path": "empty", "content": ""})
	f.has("empty", "")
	f.hasOnly("a", "a/b", "a/b/c.txt", "empty")
}

func TestWriteThroughALinkInsideWritesItsTarget(t *testing.T) {
	f := newFixture(t)
	f.link("later", "link")
	f.call("write", args{"file_path": "link", "content": "x"})
	f.has("later", "x")
	if info, err := os.Lstat(f.path("link")); err != nil || info.Mode()&os.ModeSymlink == 0 {
		t.Errorf("the link was replaced: %v, %v", info, err)
	}
}

func TestAFileMustBeKnownToBeOverwritten(t *testing.T) {
	change := map[string]args{
		"write": {"file_path": "a", "content": "new\n"},
		"edit":  {"file_path": "a", "old_string": "old", "new_string": "new"},
	}
	for name, arguments := range change {
		t.Run(name, func(t *testing.T) {
			f := newFixture(t)
			f.put("a", "old\n")
			f.failWith("", "read it first", name, arguments)
			f.session = "another"
			f.call("read", args{"file_path": "a"})
			f.session = "s1"
			f.failWith("", "read it first", name, arguments)
			f.call("read", args{"file_path": "a", "limit": 1})
			f.put("a", "old,\n")
			f.failWith("", "changed since", name, arguments)
			f.has("a", "old,\n")
			f.call("read", args{"file_path": "a"})
			f.call(name, arguments)
			// What one has written oneself is known.
			f.call("write", args{"file_path": "a", "content": "again"})
			f.has("a", "again")
			f.hasOnly("a")
		})
	}
}

func TestACallOutsideASessionKnowsItsOwnReadings(t *testing.T) {
	f := newFixture(t)
	f.session = ""
	f.put("a", "old")
	f.call("read", args{"file_path": "a"})
	f.call("write", args{"file_path": "a", "content": "new"})
	f.has("a", "new")
}

func TestWriteFailures(t *testing.T) {
	f := newFixture(t)
	f.put("file", "x")
	f.put("dir/x", "x")
	tests := []struct {
		name, path, content string
		reason              runtimebridge.ReasonCode
		words               string
	}{
		{"directory", "dir", "x", "", "directory"},
		{"below a file", "file/new", "x", "", "not a directory"},
		{"too large", "new", strings.Repeat("x", 16<<20+1), runtimebridge.ReasonTooLarge, ""},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			f.failWith(test.reason, test.words, "write", args{"file_path": test.path, "content": test.content})
			f.hasOnly("file", "dir", "dir/x")
		})
	}
}

func TestACancelledWriteLeavesNothing(t *testing.T) {
	f := newFixture(t)
	f.put("a", "old")
	f.call("read", args{"file_path": "a"})
	f.commit = func(func() error) error { return &runtimebridge.Cancellation{} }
	for _, arguments := range []args{{"file_path": "a", "content": "new"}, {"file_path": "deep/b", "content": "new"}} {
		_, err := f.run(t.Context(), "write", arguments)
		var cancelled *runtimebridge.Cancellation
		if !errors.As(err, &cancelled) {
			t.Errorf("error %v, want the cancellation", err)
		}
	}
	f.has("a", "old")
	f.hasOnly("a")
}

func TestAFileThatChangesAtTheLastMomentIsLeftAlone(t *testing.T) {
	tests := []struct {
		name   string
		path   string
		change func(*fixture)
		check  func(*fixture)
	}{
		{"contents", "a", func(f *fixture) { f.put("a", "theirs, longer") }, func(f *fixture) { f.has("a", "theirs, longer") }},
		{"gone", "a", func(f *fixture) { must(f, os.Remove(f.path("a"))) }, func(f *fixture) { f.hasOnly("dir", "dir/x") }},
		{"replaced", "a", func(f *fixture) {
			info, err := os.Stat(f.path("a"))
			must(f, err)
			f.put("b", "old")
			must(f, os.Chtimes(f.path("b"), info.ModTime(), info.ModTime()))
			must(f, os.Rename(f.path("b"), f.path("a")))
		}, func(f *fixture) { f.has("a", "old") }},
		{"come into being", "new", func(f *fixture) { f.put("new", "theirs") }, func(f *fixture) { f.has("new", "theirs") }},
		{"parent replaced by a link", "dir/new", func(f *fixture) {
			must(f, os.Rename(f.path("dir"), f.path("moved")))
			f.link("moved", "dir")
		}, func(f *fixture) { f.hasOnly("a", "dir", "moved", "moved/x") }},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			f := newFixture(t)
			f.put("a", "old")
			f.put("dir/x", "")
			f.call("read", args{"file_path": "a"})
			f.commit = func(write func() error) error {
				test.change(f)
				return write()
			}
			f.failWith("", "meanwhile", "write", args{"file_path": test.path, "content": "ours"})
			test.check(f)
		})
	}
}

func must(f *fixture, err error) {
	f.t.Helper()
	if err != nil {
		f.t.Fatal(err)
	}
}

func TestEdit(t *testing.T) {
	tests := []struct {
		name, content string
		arguments     args
		want          string
	}{
		{"once", "a b c\n", args{"old_string": "b", "new_string": "x"}, "a x c\n"},
		{"all", "a a a", args{"old_string": "a", "new_string": "b", "replace_all": true}, "b b b"},
		{"removed", "a b", args{"old_string": " b", "new_string": ""}, "a"},
		{"several lines", "1\n2\n3\n", args{"old_string": "1\n2", "new_string": "x"}, "x\n3\n"},
		{"CRLF file, plain strings", "1\r\n2\r\n3\r\n", args{"old_string": "1\n2", "new_string": "x\ny"}, "x\r\ny\r\n3\r\n"},
		{"CRLF file, new lines", "1\r\n2\r\n", args{"old_string": "1", "new_string": "x\ny"}, "x\r\ny\r\n2\r\n"},
		{"CRLF file, CRLF strings", "1\r\n2\r\n", args{"old_string": "1\r\n2", "new_string": "x\r\ny"}, "x\r\ny\r\n"},
		{"mixed ends stay mixed", "1\r\n2\n3\n", args{"old_string": "2\n", "new_string": "x\n"}, "1\r\nx\n3\n"},
		{"invalid bytes stay", "\xff\xfe a \xff", args{"old_string": "a", "new_string": "b"}, "\xff\xfe b \xff"},
		{"byte order mark stays", "\ufeffa\n", args{"old_string": "a", "new_string": "b"}, "\ufeffb\n"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			f := newFixture(t)
			f.put("f", test.content)
			f.call("read", args{"file_path": "f"})
			test.arguments["file_path"] = "f"
			f.call("edit", test.arguments)
			f.has("f", test.want)
		})
	}
}

func TestEditFailures(t *testing.T) {
	tests := []struct {
		name      string
		arguments args
		words     string
	}{
		{"same", args{"old_string": "a", "new_string": "a"}, "the same"},
		{"absent", args{"old_string": "z", "new_string": "a"}, "not in the file"},
		{"twice", args{"old_string": "b", "new_string": "c"}, "2 times"},
		{"other letter case", args{"old_string": "A", "new_string": "c"}, "not in the file"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			f := newFixture(t)
			f.put("f", "a b b\n")
			f.call("read", args{"file_path": "f"})
			test.arguments["file_path"] = "f"
			f.failWith("", test.words, "edit", test.arguments)
			f.has("f", "a b b\n")
		})
	}
	f := newFixture(t)
	f.failWith(runtimebridge.ReasonNotFound, "", "edit", args{"file_path": "none", "old_string": "a", "new_string": "b"})
	f.put("big", "a"+strings.Repeat("x", 16<<20-1))
	f.call("read", args{"file_path": "big"})
	f.failWith(runtimebridge.ReasonTooLarge, "", "edit", args{"file_path": "big", "old_string": "a", "new_string": "aaaa"})
}
