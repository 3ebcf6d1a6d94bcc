package file_test

import (
	"os"
	"strings"
	"testing"

	"github.com/openprogram/openprogram-go/runtimebridge"
)

// patch wraps sections as a patch.
func patch(sections ...string) args {
	return args{"patch": "*** Begin Patch\n" + strings.Join(sections, "\n") + "\n*** End Patch\n"}
}

func TestAPatchOverSeveralFiles(t *testing.T) {
	f := newFixture(t)
	f.put("a.txt", "one\ntwo\nthree\n")
	f.put("old.txt", "bye\n")
	got := f.call("apply_patch", patch(
		"*** Update File: a.txt", "@@", " one", "-two", "+2", "+2.5", " three",
		"*** Add File: new/deep/b.txt", "+first", "+", "+third",
		"*** Add File: new/deep/c.txt",
		"*** Delete File: old.txt"))
	if want := "updated a.txt\nadded new/deep/b.txt\nadded new/deep/c.txt\ndeleted old.txt\n"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	f.has("a.txt", "one\n2\n2.5\nthree\n")
	f.has("new/deep/b.txt", "first\n\nthird\n")
	f.has("new/deep/c.txt", "")
	f.hasOnly("a.txt", "new", "new/deep", "new/deep/b.txt", "new/deep/c.txt")
}

func TestUpdates(t *testing.T) {
	tests := []struct {
		name, before string
		hunks        []string
		want         string
	}{
		{"no header", "a\nb\n", []string{"-a", "+x"}, "x\nb\n"},
		{"line numbers are not believed", "a\nb\n", []string{"@@ -17,2 +17,2 @@ func f", " a", "-b", "+x"}, "a\nx\n"},
		{"two hunks", "a\nb\nc\nd\n", []string{"@@", "-a", "+1", "@@", "-d", "+4"}, "1\nb\nc\n4\n"},
		{"hunks out of order", "a\nb\nc\nd\n", []string{"@@", "-d", "+4", "@@", "-a", "+1"}, "1\nb\nc\n4\n"},
		{"anchor tells two places apart", "f:\n  x\ng:\n  x\n", []string{"@@ g:", "-  x", "+  y"}, "f:\n  x\ng:\n  y\n"},
		{"anchor that is the first line of the hunk", "f:\n  x\n", []string{"@@ f:", " f:", "-  x", "+  y"}, "f:\n  y\n"},
		{"insertion after an anchor", "a\nb\n", []string{"@@ a", "+x"}, "a\nx\nb\n"},
		{"insertion at the end", "a\nb\n", []string{"@@", "+x", "*** End of File"}, "a\nb\nx\n"},
		{"insertion into an empty file", "", []string{"@@", "+x"}, "x\n"},
		{"end of file tells two places apart", "x\ny\nx\n", []string{"@@", "-x", "+z", "*** End of File"}, "x\ny\nz\n"},
		{"everything removed", "a\n", []string{"-a"}, ""},
		{"empty context line without its blank", "a\n\nb\n", []string{" a", "", "-b", "+x"}, "a\n\nx\n"},
		{"tabs", "\ta\n\tb\n", []string{" \ta", "-\tb", "+\t\tb"}, "\ta\n\t\tb\n"},
		{"no final line end", "a\nb", []string{"-b", "+x"}, "a\nx"},
		{"no final line end, appended to", "a\nb", []string{" b", "+x"}, "a\nb\nx"},
		{"no final line end, changed elsewhere", "a\nb", []string{"-a", "+x"}, "x\nb"},
		{"CRLF file", "a\r\nb\r\n", []string{"-b", "+x", "+y"}, "a\r\nx\r\ny\r\n"},
		{"a new line ends as the one before it", "a\r\nb\nc\r\n", []string{" a", "+x", " b", "+y"}, "a\r\nx\r\nb\ny\nc\r\n"},
		{"mixed line ends stay", "a\r\nb\nc\r\nd\n", []string{" b", "-c", "+x"}, "a\r\nb\nx\r\nd\n"},
		{"byte order mark", "\ufeffa\nb\n", []string{"-a", "+x"}, "\ufeffx\nb\n"},
		{"invalid bytes elsewhere stay", "\xff\na\n", []string{"-a", "+b"}, "\xff\nb\n"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			f := newFixture(t)
			f.put("f", test.before)
			f.call("apply_patch", patch(append([]string{"*** Update File: f"}, test.hunks...)...))
			f.has("f", test.want)
			f.hasOnly("f")
		})
	}
}

func TestAPatchSentWithCRLF(t *testing.T) {
	f := newFixture(t)
	f.put("f", "a\nb\n")
	arguments := patch("*** Update File: f", "-a", "+x")
	arguments["patch"] = strings.ReplaceAll(arguments["patch"].(string), "\n", "\r\n")
	f.call("apply_patch", arguments)
	f.has("f", "x\nb\n")
}

func TestPatchesThatAreRefused(t *testing.T) {
	update := func(hunks ...string) args { return patch(append([]string{"*** Update File: f"}, hunks...)...) }
	tests := []struct {
		name      string
		arguments args
		words     string
	}{
		{"no begin", args{"patch": "*** Add File: x\n+y\n*** End Patch"}, "begins with"},
		{"no end", args{"patch": "*** Begin Patch\n*** Add File: x\n+y"}, "ends with"},
		{"nothing", patch(), "line 2"},
		{"no section", args{"patch": "*** Begin Patch\n*** End Patch"}, "names no file"},
		{"unknown header", patch("*** Rename File: f"), "line 2"},
		{"move", patch("*** Update File: f", "*** Move to: g", "-a", "+b"), "without a hunk"},
		{"blank path", patch("*** Add File:  ", "+x"), "blank"},
		{"text before a section", patch("+x", "*** Delete File: f"), "line 2"},
		{"add without plus", patch("*** Add File: x", "y"), "starts with +"},
		{"add over a file", patch("*** Add File: f", "+x"), "exists already"},
		{"add over a directory", patch("*** Add File: dir", "+x"), "directory"},
		{"update without hunks", update(), "without a hunk"},
		{"hunk without change", update("@@", " a"), "changes nothing"},
		{"hunk that restores", update("@@", "-a", "+a"), "change nothing"},
		{"odd line", update("@@", "*a", "+b"), "line 4"},
		{"context absent", update("@@", "-z", "+x"), "hunk 1: its context is not in the file"},
		{"context twice", update("@@", "-same", "+x"), "more than once"},
		{"part of a line", update("@@", "-sam", "+x"), "not in the file"},
		{"other white space", update("@@", "-a ", "+x"), "not in the file"},
		{"anchor absent", update("@@ z", "-a", "+x"), "after @@ is not in the file"},
		{"anchor twice", update("@@ same", "-b", "+x"), "after @@ is in the file more than once"},
		{"context before its anchor", update("@@ b", "-a", "+x"), "not in the file"},
		{"insertion nowhere", update("@@", "+x"), "where it belongs"},
		{"overlapping hunks", update("@@", " a", "-same", "+x", "@@", "-a", "+y"), "same place"},
		{"partly overlapping hunks", update("@@", " a", "-same", "+x", "@@", " same", "-b", "+y"), "same place"},
		{"two insertions in one place", update("@@ a", "+x", "@@ a", "+y"), "same place"},
		{"end of file that is not", update("@@", "-a", "+x", "*** End of File"), "not in the file"},
		{"same file twice", patch("*** Update File: f", "-a", "+x", "*** Delete File: ./f"), "twice"},
		{"same file twice through a link", patch("*** Update File: f", "-a", "+x", "*** Delete File: link"), "twice"},
		{"binary", patch("*** Update File: bin", "-a", "+x"), "binary"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			f := newFixture(t)
			f.put("f", "a\nsame\nb\nsame\n")
			f.put("bin", "a\x00")
			f.put("dir/x", "")
			f.link("f", "link")
			f.failWith("", test.words, "apply_patch", test.arguments)
			f.has("f", "a\nsame\nb\nsame\n")
			f.hasOnly("f", "bin", "dir", "dir/x", "link")
		})
	}
	f := newFixture(t)
	for _, section := range []string{"*** Delete File: none", "*** Update File: none\n-a\n+b"} {
		f.failWith(runtimebridge.ReasonNotFound, "none: ", "apply_patch", patch(section))
	}
	f.failWith("", "more than 200", "apply_patch", patch(strings.Repeat("*** Delete File: x\n", 200)+"*** Delete File: x"))
}

func TestAPatchIsAppliedWhollyOrNotAtAll(t *testing.T) {
	f := newFixture(t)
	f.put("a", "a\n")
	f.put("b", "b\n")
	f.failWith("", "b: ", "apply_patch", patch("*** Add File: new/x", "+x", "*** Update File: a", "-a", "+A", "*** Update File: b", "-z", "+Z"))
	f.has("a", "a\n")
	f.hasOnly("a", "b")
}

func TestAPatchThatFailsHalfWayIsUndone(t *testing.T) {
	f := newFixture(t)
	f.put("a", "a\n")
	f.put("gone", "gone\n")
	f.put("z", "z\n")
	must(f, os.Chmod(f.path("gone"), 0o640))
	f.commit = func(write func() error) error {
		f.put("z", "theirs\n") // found out when the others are done
		return write()
	}
	f.failWith("", "z has changed meanwhile", "apply_patch", patch(
		"*** Update File: a", "-a", "+A", "*** Add File: new/deep/x", "+x", "*** Delete File: gone", "*** Update File: z", "-z", "+Z"))
	f.has("a", "a\n")
	f.has("gone", "gone\n")
	f.has("z", "theirs\n")
	f.hasOnly("a", "gone", "z")
	info, err := os.Stat(f.path("gone"))
	if err != nil || info.Mode().Perm() != 0o640 {
		t.Errorf("restored as %v, %v", info.Mode(), err)
	}
}

func TestAKnownFileStaysKnownThroughAPatch(t *testing.T) {
	f := newFixture(t)
	f.put("known", "a\n")
	f.put("unknown", "a\n")
	f.call("read", args{"file_path": "known"})
	f.call("apply_patch", patch("*** Update File: known", "-a", "+b", "*** Update File: unknown", "-a", "+b", "*** Add File: new", "+a"))
	f.call("write", args{"file_path": "known", "content": "c"})
	f.call("write", args{"file_path": "new", "content": "c"})
	f.failWith("", "read it first", "write", args{"file_path": "unknown", "content": "c"})
}

func FuzzPatch(f *testing.F) {
	f.Add("*** Begin Patch\n*** Update File: f\n@@ a\n-b\n+c\n*** End of File\n*** Delete File: g\n*** End Patch", "a\nb\n")
	f.Add("*** Begin Patch\r\n*** Add File: x\r\n+y\r\n*** End Patch", "")
	f.Add("*** Begin Patch\n*** Update File: f\n\n+\n*** End Patch\n", "\r\n\n\ufeff")
	f.Fuzz(func(t *testing.T, text, content string) {
		fix := newFixture(t)
		fix.put("f", content)
		paths, err := fix.tools["apply_patch"].Paths(args{"patch": text})
		result, runErr := fix.run(t.Context(), "apply_patch", args{"patch": text})
		if runErr != nil {
			t.Fatal(runErr)
		}
		if err != nil && !result.IsError {
			t.Error("applied what the gate could not read")
		}
		after, readErr := os.ReadFile(fix.path("f"))
		named := strings.Contains(strings.Join(paths, "\n"), "f")
		switch {
		case result.IsError && (readErr != nil || string(after) != content):
			t.Errorf("refused, but the file is now %q", after)
		case !result.IsError && !named && string(after) != content:
			t.Errorf("the gate was not told of f, which is now %q", after)
		}
	})
}
