//go:build unix && !aix

package mcpauth_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/openprogram/openprogram-go/mcpauth"
)

func TestCheckFindsNothingWrongWithAGoodToken(t *testing.T) {
	loc := withToken(t, stored)
	for name, status := range map[string]mcpauth.Status{
		"Check": mcpauth.Check(loc), "CheckPresented": mcpauth.CheckPresented(loc, stored),
	} {
		if !status.OK() || status.ClientID != "6f69975abe580db3" {
			t.Errorf("%s: %+v", name, status)
		}
	}
}

func TestCheckSaysWhatIsWrong(t *testing.T) {
	base := func(loc mcpauth.Location) string { return filepath.Dir(loc.Dir) }
	chmod := func(path string, mode os.FileMode) func(*testing.T, *mcpauth.Location) {
		return func(t *testing.T, loc *mcpauth.Location) {
			t.Cleanup(func() { _ = os.Chmod(filepath.Join(loc.Dir, path), 0o700) })
			must(t, os.Chmod(filepath.Join(loc.Dir, path), mode))
		}
	}
	tests := map[mcpauth.FindingCode]func(*testing.T, *mcpauth.Location){
		mcpauth.FindingLocation:         func(_ *testing.T, loc *mcpauth.Location) { loc.Dir = "state" },
		mcpauth.FindingHome:             func(_ *testing.T, loc *mcpauth.Location) { loc.Home, loc.Dir = "/nobody here", "/nobody here/state" },
		mcpauth.FindingDirectoryMissing: func(t *testing.T, loc *mcpauth.Location) { must(t, os.RemoveAll(loc.Dir)) },
		mcpauth.FindingDirectoryLink: func(t *testing.T, loc *mcpauth.Location) {
			loc.Dir = symlink(t, "state", base(*loc), "link")
		},
		mcpauth.FindingDirectoryType: func(t *testing.T, loc *mcpauth.Location) {
			loc.Dir = loc.TokenPath()
		},
		mcpauth.FindingDirectoryWritable: func(t *testing.T, loc *mcpauth.Location) { must(t, os.Chmod(base(*loc), 0o770)) },
		mcpauth.FindingDirectoryOpen:     chmod(".", 0o750),
		mcpauth.FindingTokenMissing:      func(t *testing.T, loc *mcpauth.Location) { must(t, os.Remove(loc.TokenPath())) },
		mcpauth.FindingTokenType: func(t *testing.T, loc *mcpauth.Location) {
			must(t, os.Remove(loc.TokenPath()))
			must(t, syscall.Mkfifo(loc.TokenPath(), 0o600))
		},
		mcpauth.FindingTokenMode: chmod(mcpauth.FileName, 0o640),
		mcpauth.FindingTokenLinked: func(t *testing.T, loc *mcpauth.Location) {
			must(t, os.Link(loc.TokenPath(), loc.TokenPath()+".copy"))
		},
		mcpauth.FindingTokenSize: func(t *testing.T, loc *mcpauth.Location) { must(t, os.Truncate(loc.TokenPath(), 4097)) },
		mcpauth.FindingTokenEdited: func(t *testing.T, loc *mcpauth.Location) {
			writeFile(t, loc.TokenPath(), stored+"\n", 0o600)
		},
	}
	for code, spoil := range tests {
		t.Run(string(code), func(t *testing.T) {
			loc := withToken(t, stored)
			spoil(t, &loc)
			status := mcpauth.Check(loc)
			assertFindings(t, status, code)
			if status.Findings[0].Path == "" {
				t.Error("the finding names no file")
			}
			if client, err := mcpauth.Authenticate(loc, stored); err == nil {
				t.Errorf("and yet %s is authenticated", client.ID())
			}
		})
	}
}

func TestCheckPresentedSaysWhatIsWrong(t *testing.T) {
	tests := []struct {
		name, presented string
		want            mcpauth.FindingCode
	}{
		{"nothing", "", mcpauth.FindingVariableMissing},
		{"a placeholder", "${OPENPROGRAM_MCP_TOKEN}", mcpauth.FindingVariablePlaceholder},
		{"an input placeholder", "${input:token}", mcpauth.FindingVariablePlaceholder},
		{"a variable's name", "$OPENPROGRAM_MCP_TOKEN", mcpauth.FindingVariablePlaceholder},
		{"a Windows placeholder", "%OPENPROGRAM_MCP_TOKEN%", mcpauth.FindingVariablePlaceholder},
		{"quotes", `"` + stored + `"`, mcpauth.FindingVariableQuoted},
		{"single quotes", `'` + stored + `'`, mcpauth.FindingVariableQuoted},
		{"a scheme", "Bearer " + stored, mcpauth.FindingVariableScheme},
		{"a line feed", stored + "\n", mcpauth.FindingVariableSpace},
		{"a carriage return", stored + "\r", mcpauth.FindingVariableSpace},
		{"a byte order mark", "\ufeff" + stored, mcpauth.FindingVariableSpace},
		{"another token", "another-token", mcpauth.FindingVariableMismatch},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			assertFindings(t, mcpauth.CheckPresented(withToken(t, stored), test.presented), test.want)
		})
	}
}

func TestCheckPresentedBelievesAuthenticate(t *testing.T) {
	odd := `"${x}` + "\n"
	if status := mcpauth.CheckPresented(withToken(t, odd), odd); !status.OK() {
		t.Errorf("an odd token that authenticates: %v", status.Findings)
	}
}

func TestCheckPresentedTellsBothSides(t *testing.T) {
	loc := stateDir(t)
	assertFindings(t, mcpauth.CheckPresented(loc, ""), mcpauth.FindingTokenMissing, mcpauth.FindingVariableMissing)
	assertFindings(t, mcpauth.CheckPresented(loc, stored), mcpauth.FindingTokenMissing)
}

// assertFindings checks the codes, and that each comes with words that show
// neither token.
func assertFindings(t *testing.T, status mcpauth.Status, want ...mcpauth.FindingCode) {
	t.Helper()
	var got []mcpauth.FindingCode
	for _, finding := range status.Findings {
		got = append(got, finding.Code)
		for _, text := range []string{finding.Problem, finding.Remedy} {
			if !strings.HasSuffix(text, ".") || strings.Contains(text, "another-token") {
				t.Errorf("%s: %q is no sentence for the owner", finding.Code, text)
			}
		}
	}
	if fmt.Sprint(got) != fmt.Sprint(want) || status.OK() {
		t.Errorf("found %v, want %v", got, want)
	}
	if strings.Contains(fmt.Sprintf("%+v", status), stored) {
		t.Errorf("the status shows a token: %+v", status)
	}
}
