package file_test

import (
	"errors"
	"os"
	"path/filepath"
	"testing"

	"github.com/openprogram/openprogram-go/authority"
	"github.com/openprogram/openprogram-go/runtimebridge"
	"github.com/openprogram/openprogram-go/runtimebridge/file"
	"github.com/openprogram/openprogram-go/runtimebridge/tool"
)

// newGate puts the tools behind a gate that knows the same places.
func newGate(t *testing.T, work, state string, allow ...string) *tool.Gate {
	t.Helper()
	registry := tool.NewRegistry()
	for _, one := range file.Tools(file.Options{WorkingDirs: []string{work}, Protected: []string{state}}) {
		if err := registry.Register(one); err != nil {
			t.Fatal(err)
		}
	}
	rules, err := authority.ParseRules(allow, nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	return tool.NewGate(tool.GateOptions{
		Registry: registry, Audit: discard{}, WorkingDirs: []string{work}, Protected: []string{state},
		Rules: func() (authority.Rules, error) { return rules, nil },
	})
}

func TestWritesThroughTheGate(t *testing.T) {
	owner := authority.Principal{ID: "owner/install/0123456789abcdef"}
	client, err := authority.ClientGrant(owner, "6f69975abe580db3")
	if err != nil {
		t.Fatal(err)
	}
	local := authority.OwnerGrant(owner, authority.NonInteractive)
	tests := []struct {
		name  string
		grant authority.Grant
		from  authority.Source
		path  string
		want  runtimebridge.DenialKind // empty: written
	}{
		{"client, inside", client, authority.SourceMCP, "a.txt", runtimebridge.DeniedCapability},
		{"client, outside", client, authority.SourceMCP, "../a.txt", runtimebridge.DeniedHardConstraint},
		{"client, what runs later", client, authority.SourceMCP, ".git/hooks/pre-commit", runtimebridge.DeniedHardConstraint},
		{"owner with a rule", local, authority.SourceTerminal, "a.txt", ""},
		{"owner, what runs later", local, authority.SourceTerminal, ".git/hooks/pre-commit", runtimebridge.DeniedApprovalUnavailable},
		{"owner, protected", local, authority.SourceTerminal, "state/config.json", runtimebridge.DeniedHardConstraint},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			for name, arguments := range map[string]args{
				"write":       {"file_path": test.path, "content": "x\n"},
				"apply_patch": patch("*** Add File: "+test.path, "+x"),
			} {
				work := realTempDir(t)
				state := filepath.Join(work, "state")
				if err := os.Mkdir(state, 0o700); err != nil {
					t.Fatal(err)
				}
				result, err := newGate(t, work, state, "write", "apply_patch").Call(t.Context(), tool.Request{
					Name: name, Arguments: arguments, Grant: test.grant, Source: test.from,
				})
				written, readErr := os.ReadFile(filepath.Join(work, filepath.FromSlash(test.path)))
				if test.want == "" {
					if err != nil || result.IsError || string(written) != "x\n" {
						t.Errorf("%s: result %v, error %v, file %q", name, result, err, written)
					}
					continue
				}
				var denial *runtimebridge.Denial
				if !errors.As(err, &denial) || denial.Kind != test.want {
					t.Errorf("%s: error %v, want a denial %s", name, err, test.want)
				}
				if !errors.Is(readErr, os.ErrNotExist) {
					t.Errorf("%s: the file is there: %v", name, readErr)
				}
			}
		})
	}
}
