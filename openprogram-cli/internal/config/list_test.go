package config_test

import (
	"errors"
	"os"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/openprogram/openprogram-go/openprogram-cli/internal/config"
)

const allow = "tools.permission_rules.allow"

func TestAppendAddsOnce(t *testing.T) {
	f := fileWith(t, `{"tools": {"permission_rules": {"allow": ["read"]}}}`)
	for _, want := range [][]string{{"write"}, nil} {
		change, err := f.Append(allow, "write", "read", "write")
		if diff := cmp.Diff(want, change.Items); err != nil || diff != "" {
			t.Errorf("%v, added (-want +got):\n%s", err, diff)
		}
	}
	c, err := f.Load()
	if diff := cmp.Diff([]string{"read", "write"}, c.Tools.PermissionRules.Allow); err != nil || diff != "" {
		t.Errorf("rules %v (-want +got):\n%s", err, diff)
	}
}

func TestRemove(t *testing.T) {
	f := fileWith(t, `{"tools": {"permission_rules": {"allow": ["a", "b", "a"]}}, "agent": {"max_steps": 7}}`)
	for _, want := range [][]string{{"a", "a"}, nil} {
		change, err := f.Remove(allow, func(text string) bool { return text == "a" })
		if diff := cmp.Diff(want, change.Items); err != nil || diff != "" {
			t.Errorf("%v, removed (-want +got):\n%s", err, diff)
		}
	}
	c, err := f.Load()
	if diff := cmp.Diff([]string{"b"}, c.Tools.PermissionRules.Allow); err != nil || diff != "" || c.Agent.MaxSteps != 7 {
		t.Errorf("%d, rules %v (-want +got):\n%s", c.Agent.MaxSteps, err, diff)
	}
}

func TestListsAreChangedOrLeftAlone(t *testing.T) {
	cases := map[string]struct{ text, key, item string }{
		"no rule":        {`{"tools": {"permission_rules": {"allow": ["a"]}}}`, allow, "a("},
		"a broken list":  {`{"tools": {"permission_rules": {"allow": "a"}}}`, allow, "b"},
		"no list":        {`{}`, "provider.model", "b"},
		"no such key":    {`{}`, "tools.permission_rules.never", "b"},
		"a broken file":  {`{`, allow, "b"},
		"another faulty": {`{"agent": {"max_steps": 0}}`, allow, "b"},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			f := fileWith(t, c.text)
			var wrong *config.Error
			if _, err := f.Append(c.key, c.item); !errors.As(err, &wrong) {
				t.Errorf("got %v", err)
			}
			if text, err := os.ReadFile(f.Path); err != nil || string(text) != c.text {
				t.Errorf("the file is now %s, %v", text, err)
			}
		})
	}
}
