package compat

import (
	"os"
	"path/filepath"
	"slices"
	"testing"
)

func TestLeast(t *testing.T) {
	breaks, adds, same := Report{Incompatible: []string{"X"}}, Report{Compatible: []string{"X"}}, Report{}
	for name, c := range map[string]struct {
		report     Report
		last, want string
	}{
		"nothing below v1":      {same, "v0.1.9", "v0.1.10"},
		"an addition below v1":  {adds, "v0.1.0", "v0.1.1"},
		"a break below v1":      {breaks, "v0.1.5", "v0.2.0"},
		"nothing":               {same, "v1.2.3", "v1.2.4"},
		"an addition":           {adds, "v1.2.3", "v1.3.0"},
		"a break":               {breaks, "v1.2.3", ""},
		"after a pre-release":   {adds, "v1.2.0-rc.1", "v1.2.0"},
		"no version":            {same, "1.2.3", ""},
		"a version in shortcut": {same, "v1.2", ""},
	} {
		t.Run(name, func(t *testing.T) {
			got, err := c.report.Least(c.last)
			if got != c.want || (err == nil) != (c.want != "") {
				t.Errorf("got %q, %v, want %q", got, err, c.want)
			}
		})
	}
}

func TestParseRefusesWhatItDoesNotKnow(t *testing.T) {
	for _, out := range []string{"Surprising changes:\n- X\n", "- X: removed\n", "nothing to compare\n"} {
		if report, err := parse(out); err == nil {
			t.Errorf("%q is read as %+v", out, report)
		}
	}
	report, err := parse("Incompatible changes:\n- X: changed from\n  a\n  to b\nCompatible changes:\n- Y: added\n")
	if err != nil || !slices.Equal(report.Incompatible, []string{"X: changed from\n  a\n  to b"}) || !slices.Equal(report.Compatible, []string{"Y: added"}) {
		t.Errorf("got %+v, %v", report, err)
	}
}

// The whole way, with the tool that is pinned.
func TestCompare(t *testing.T) {
	before := tree(t, "func Kept() {}\n\nfunc Gone() {}\n")
	after := tree(t, "func Kept() {}\n\nfunc New() {}\n")
	report, err := Compare(t.Context(), before, after, "one", "example.org/one")
	if err != nil {
		t.Fatal(err)
	}
	if want := (Report{Incompatible: []string{"Gone: removed"}, Compatible: []string{"New: added"}}); !slices.Equal(report.Incompatible, want.Incompatible) || !slices.Equal(report.Compatible, want.Compatible) {
		t.Errorf("got %+v, want %+v", report, want)
	}
	if _, err := Compare(t.Context(), before, t.TempDir(), "one", "example.org/one"); err == nil {
		t.Error("a module that is not there was compared")
	}
}

func tree(t *testing.T, code string) string {
	t.Helper()
	root := t.TempDir()
	for name, text := range map[string]string{
		"go.work":    "go 1.26.0\n\nuse ./one\n",
		"one/go.mod": "module example.org/one\n\ngo 1.26.0\n",
		"one/one.go": "package one\n\n" + code,
	} {
		path := filepath.Join(root, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return root
}
