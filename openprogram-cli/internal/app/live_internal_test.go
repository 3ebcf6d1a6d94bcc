package app

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/openprogram/openprogram-go/openprogram-cli/internal/config"
)

func TestExposedInFollowsTheFile(t *testing.T) {
	cases := map[string]struct {
		file string
		want []string // nil: an error
	}{
		"a list":                 {`{"mcp_server":{"exposed_tools":["b","a","b"]}}`, []string{"b", "a", "b"}},
		"no file":                {"", []string{}},
		"a list that is no list": {`{"mcp_server":{"exposed_tools":"a"}}`, nil},
		"a file that is no JSON": {`{"mcp_server":`, nil},
		"another key is wrong":   {`{"mcp_server":{"exposed_tools":["a"]},"agent":{"max_steps":0}}`, nil},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			got, err := exposedIn(viewOf(t, c.file))()
			if diff := cmp.Diff(c.want, got); diff != "" || (err == nil) != (c.want != nil) {
				t.Errorf("err %v, exposed (-want +got):\n%s", err, diff)
			}
		})
	}
}

func TestRulesFollowTheFile(t *testing.T) {
	rules, err := rulesIn(viewOf(t, `{"tools":{"permission_rules":{"deny":["bash(rm:*)"]}}}`))()
	if err != nil || len(rules.Deny) != 1 || rules.Deny[0].Tool != "bash" {
		t.Errorf("got %+v, %v", rules, err)
	}
	if _, err := rulesIn(viewOf(t, `{"tools":{"permission_rules":{"deny":["bash("]}}}`))(); err == nil {
		t.Error("a broken rule refuses nothing")
	}
}

// viewOf gives a view of a file with the text in it; "" is no file.
func viewOf(t *testing.T, text string) *config.View {
	t.Helper()
	path := filepath.Join(t.TempDir(), "config.json")
	if text != "" {
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return config.NewView(config.File{Path: path})
}
