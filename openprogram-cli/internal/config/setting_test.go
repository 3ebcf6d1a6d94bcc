package config_test

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/openprogram/openprogram-go/openprogram-cli/internal/config"
)

func TestSettings(t *testing.T) {
	f := fileWith(t, `{"agent": {"max_steps": 7}, "mcp_server": {"exposed_tools": ["read"]}}`)
	settings, err := f.Settings()
	if err != nil {
		t.Fatal(err)
	}
	stored := map[string]bool{}
	for i, s := range settings {
		if s.Key.Name != config.Keys()[i].Name {
			t.Errorf("place %d has %s", i, s.Key.Name)
		}
		if s.Stored {
			stored[s.Key.Name] = true
		}
	}
	want := map[string]bool{"agent.max_steps": true, "mcp_server.exposed_tools": true}
	if diff := cmp.Diff(want, stored); diff != "" {
		t.Errorf("stored (-want +got):\n%s", diff)
	}
}

func TestSetting(t *testing.T) {
	f := config.File{Path: filepath.Join(t.TempDir(), "config.json")}
	s, err := f.Setting("mcp_server.exposed_tools")
	if diff := cmp.Diff([]any{}, s.Value); err != nil || s.Stored || diff != "" {
		t.Errorf("unset: %v, stored %t, value (-want +got):\n%s", err, s.Stored, diff)
	}
	if _, err := f.Setting("exposed_tools"); err == nil || !strings.Contains(err.Error(), "did you mean mcp_server.exposed_tools?") {
		t.Errorf("unknown key: %v", err)
	}
	for _, group := range []string{"mcp_server", "tools.permission_rules"} {
		if _, err := f.Setting(group); err == nil || !strings.Contains(err.Error(), group+": a group of settings") {
			t.Errorf("a group: %v", err)
		}
	}
}

func TestEveryKeyIsDescribedAndHasAFittingDefault(t *testing.T) {
	for _, k := range config.Keys() {
		if k.Doc == "" || k.Applies == "" || k.Kind == "" {
			t.Errorf("%s: %+v", k.Name, k)
		}
		if k.Default == "" && k.Implied == "" {
			t.Errorf("%s: an empty default that nobody explains", k.Name)
		}
		if (k.Kind == config.Choice) != (len(k.Choices) > 0) {
			t.Errorf("%s: kind %s with choices %v", k.Name, k.Kind, k.Choices)
		}
	}
}
