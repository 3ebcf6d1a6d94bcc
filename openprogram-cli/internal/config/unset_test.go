//go:build unix

package config_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestUnset(t *testing.T) {
	cases := map[string]struct {
		key, before, after string // compact
		removed, fails     bool
	}{
		"a value":                 {"memory.dir", `{"memory":{"dir":"/n"},"provider":{"kind":"openai"}}`, `{"provider":{"kind":"openai"}}`, true, false},
		"beside another":          {"provider.model", `{"provider":{"kind":"openai","model":"m"}}`, `{"provider":{"kind":"openai"}}`, true, false},
		"in a nested group":       {"tools.permission_rules.deny", `{"tools":{"permission_rules":{"deny":[]}}}`, `{}`, true, false},
		"a value that is wrong":   {"memory.dir", `{"memory":{"dir":7}}`, `{}`, true, false},
		"a key that is none":      {"memory.path", `{"memory":{"path":"/n","dir":"/n"}}`, `{"memory":{"dir":"/n"}}`, true, false},
		"nothing":                 {"memory.dir", `{"provider":{}}`, `{"provider":{}}`, false, false},
		"no file's worth":         {"memory.dir", `{}`, `{}`, false, false},
		"an unknown key":          {"memory.path", `{}`, `{}`, false, true},
		"a group":                 {"memory", `{"memory":{"dir":"/n"}}`, `{"memory":{"dir":"/n"}}`, false, true},
		"beside one that is none": {"memory.dir", `{"memory":{"dir":"/n"},"x":1}`, `{"memory":{"dir":"/n"},"x":1}`, false, true},
		"through a value":         {"memory.dir.x", `{"memory":{"dir":"/n"}}`, `{"memory":{"dir":"/n"}}`, false, true},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			f := fileWith(t, c.before)
			_, removed, err := f.Unset(c.key)
			if removed != c.removed || (err != nil) != c.fails {
				t.Errorf("removed %v, %v", removed, err)
			}
			got := read(t, f)
			if diff := cmp.Diff(compact(t, c.after), compact(t, got)); diff != "" {
				t.Errorf("file (-want +got):\n%s", diff)
			}
			if !c.removed && got != c.before {
				t.Errorf("the file was written: %q", got)
			}
		})
	}
}
