package tool_test

import (
	"errors"
	"os"
	"path/filepath"
	"testing"

	"github.com/openprogram/openprogram-go/runtimebridge"
)

func TestPathsAreResolvedBeforeTheDecision(t *testing.T) {
	work, outside := t.TempDir(), t.TempDir()
	if err := os.Symlink(outside, filepath.Join(work, "out")); err != nil {
		t.Fatal(err)
	}
	tests := []struct {
		name  string
		dirs  []string
		paths []any
		want  runtimebridge.DenialKind
	}{
		{"inside: the tier decides", []string{work}, []any{"a/new.txt"}, runtimebridge.DeniedCapability},
		{"absolute, inside", []string{work}, []any{filepath.Join(work, "x")}, runtimebridge.DeniedCapability},
		{"outside", []string{work}, []any{filepath.Join(outside, "x")}, runtimebridge.DeniedHardConstraint},
		{"through a link", []string{work}, []any{"out/x"}, runtimebridge.DeniedHardConstraint},
		{"above", []string{work}, []any{"../x"}, runtimebridge.DeniedHardConstraint},
		{"one of two", []string{work}, []any{"x", "../x"}, runtimebridge.DeniedHardConstraint},
		{"no path at all", []string{work}, nil, runtimebridge.DeniedHardConstraint},
		{"NUL", []string{work}, []any{"a\x00b"}, runtimebridge.DeniedHardConstraint},
		{"no directory", nil, []any{"x"}, runtimebridge.DeniedHardConstraint},
		{"in the second directory", []string{outside, work}, []any{filepath.Join(work, "x")}, runtimebridge.DeniedCapability},
		{"relative to the first", []string{outside, work}, []any{"x"}, runtimebridge.DeniedCapability},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			write := &pathFake{fake: fake{name: "write"}}
			f := newFixture(t, write)
			f.options.WorkingDirs = test.dirs
			_, err := f.gate().Call(t.Context(), fromClient(t, "write", map[string]any{"paths": test.paths}))
			wantDenial(t, err, test.want)
			if write.runs() != 0 {
				t.Error("the tool was entered")
			}
		})
	}
}

func TestPathsThatCannotBeToldAreRefused(t *testing.T) {
	tests := []struct {
		name string
		tool *pathFake
		path string
	}{
		{"the tool cannot parse them", &pathFake{fake: fake{name: "read", readOnly: true}, pathsErr: errors.New("line 2 is no header")}, "x"},
		{"they cannot be resolved", &pathFake{fake: fake{name: "read", readOnly: true}}, "a\x00b"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			f := newFixture(t, test.tool)
			f.options.WorkingDirs = []string{t.TempDir()}
			result, err := f.gate().Call(t.Context(), fromOwner("read", map[string]any{"paths": []any{test.path}}))
			wantFailed(t, result, err)
			if test.tool.runs() != 0 {
				t.Error("the tool was entered")
			}
			if got := f.audit.reason(runtimebridge.AuditTurnToolDenied); got != "unreadable_paths" {
				t.Errorf("audited reason %v", got)
			}
		})
	}
}

func TestProtectedPathsAreNobodys(t *testing.T) {
	work := t.TempDir()
	state := filepath.Join(work, "state")
	memory := filepath.Join(state, "memory")
	if err := os.MkdirAll(memory, 0o700); err != nil {
		t.Fatal(err)
	}
	token := filepath.Join(state, "token")
	if err := os.WriteFile(token, []byte("secret"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Link(token, filepath.Join(work, "hard")); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(token, filepath.Join(work, "soft")); err != nil {
		t.Fatal(err)
	}
	if err := os.Link(token, filepath.Join(memory, "hard.md")); err != nil {
		t.Fatal(err)
	}
	note := filepath.Join(memory, "note.md")
	if err := os.WriteFile(note, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Link(note, filepath.Join(work, "note")); err != nil {
		t.Fatal(err)
	}
	tests := []struct {
		name, path string
		refused    bool
	}{
		{"the file itself", "state/token", true},
		{"its folder", "state", true},
		{"a file that is not there yet", "state/new.db", true},
		{"a hard link", "hard", true},
		{"a symbolic link", "soft", true},
		{"the exception", "state/memory/note.md", false},
		{"a hard link in the exception", "state/memory/hard.md", true},
		{"a hard link to the exception", "note", false},
		{"beside it", "state-of-affairs.md", false},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			read := &pathFake{fake: fake{name: "read"}}
			f := newFixture(t, read).allowing(t, "read")
			f.options.WorkingDirs = []string{work}
			f.options.Protected, f.options.Unprotected = []string{state}, []string{memory}
			_, err := f.gate().Call(t.Context(), fromOwner("read", map[string]any{"paths": []any{test.path}}))
			if !test.refused {
				if err != nil {
					t.Errorf("error %v, want none", err)
				}
				return
			}
			wantDenial(t, err, runtimebridge.DeniedHardConstraint)
			if got := f.audit.reason(runtimebridge.AuditTurnToolDenied); got != "protected_path" {
				t.Errorf("audited reason %v", got)
			}
		})
	}
}

func TestAClientDoesNotLearnWhatIsProtected(t *testing.T) {
	work := t.TempDir()
	f := newFixture(t, &pathFake{fake: fake{name: "read", readOnly: true}})
	f.options.WorkingDirs, f.options.Protected = []string{work}, []string{filepath.Join(work, "token")}
	for _, path := range []string{"token", "other"} {
		_, err := f.gate().Call(t.Context(), fromClient(t, "read", map[string]any{"paths": []any{path}}))
		wantDenial(t, err, runtimebridge.DeniedCapability)
	}
}

func TestProtectionThatCannotBeToldCoversEverything(t *testing.T) {
	f := newFixture(t, &pathFake{fake: fake{name: "read", readOnly: true}})
	f.options.WorkingDirs, f.options.Protected = []string{t.TempDir()}, []string{"relative"}
	_, err := f.gate().Call(t.Context(), fromOwner("read", map[string]any{"paths": []any{"x"}}))
	wantDenial(t, err, runtimebridge.DeniedHardConstraint)
}

var _ runtimebridge.PathTool = (*pathFake)(nil)

// A deny rule over a folder that is a link holds for the folder it leads to.
func TestARuleOverALinkHoldsBehindIt(t *testing.T) {
	work := t.TempDir()
	if err := os.Mkdir(filepath.Join(work, "real"), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink("real", filepath.Join(work, "link")); err != nil {
		t.Fatal(err)
	}
	for _, path := range []string{"real/x", "link/x"} {
		read := &pathFake{fake: fake{name: "read", readOnly: true}}
		f := newFixture(t, read)
		f.options.WorkingDirs = []string{work}
		f.rules = parseRules(t, nil, nil, []string{"read(" + filepath.Join(work, "link") + "/*)"})
		_, err := f.gate().Call(t.Context(), fromOwner("read", map[string]any{"paths": []any{path}}))
		wantDenial(t, err, runtimebridge.DeniedRule)
	}
}
