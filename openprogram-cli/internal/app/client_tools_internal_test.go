//go:build unix

package app

import (
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/openprogram/openprogram-go/authority"
	"github.com/openprogram/openprogram-go/openprogram-cli/internal/config"
	"github.com/openprogram/openprogram-go/openprogram-cli/internal/state"
)

// TestClientTools keeps the names that are offered equal to those that work.
func TestClientTools(t *testing.T) {
	l := state.Location{Dir: realDir(t)}
	owner, err := OpenOwner(t.Context(), OwnerOptions{
		Location: l, File: config.File{Path: l.Path("config.json")}, Getenv: func(string) string { return "" },
	})
	if err != nil {
		t.Fatal(err)
	}
	defer owner.Close()
	tools, err := owner.RuntimeTools(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	var want []string
	for _, tool := range tools {
		if authority.TierPaired.Allows(authority.Capability(tool.Capability)) {
			want = append(want, tool.Name)
		}
	}
	slices.Sort(want)
	if diff := cmp.Diff(want, ClientTools()); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestShellWord(t *testing.T) {
	for text, want := range map[string]string{
		"memory_get": "memory_get", "bash(ls:*)": "'bash(ls:*)'", "a b": "'a b'", "": "''", "it's": `'it'\''s'`, "a/b:c.d-e": "a/b:c.d-e",
	} {
		if got := shellWord(text); got != want {
			t.Errorf("%q: %s, want %s", text, got, want)
		}
	}
}
