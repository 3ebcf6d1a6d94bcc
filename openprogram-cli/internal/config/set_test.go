//go:build unix

package config_test

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/openprogram/openprogram-go/openprogram-cli/internal/config"
)

func TestSet(t *testing.T) {
	cases := map[string]struct{ key, value, want string }{
		"a list":                     {"mcp_server.exposed_tools", `["read", "memory_status"]`, `{"mcp_server":{"exposed_tools":["read","memory_status"]}}`},
		"an empty list":              {"mcp_server.exposed_tools", `[]`, `{"mcp_server":{"exposed_tools":[]}}`},
		"an unknown tool name":       {"mcp_server.exposed_tools", `["nope"]`, `{"mcp_server":{"exposed_tools":["nope"]}}`},
		"a literal string":           {"provider.model", `gpt-x <1>`, `{"provider":{"model":"gpt-x <1>"}}`},
		"a string as JSON":           {"provider.model", `"4"`, `{"provider":{"model":"4"}}`},
		"a literal duration":         {"mcp_server.tool_timeout", `90s`, `{"mcp_server":{"tool_timeout":"90s"}}`},
		"a number":                   {"agent.max_steps", `7`, `{"agent":{"max_steps":7}}`},
		"a rule in a nested group":   {"tools.permission_rules.deny", `["bash(rm:*)"]`, `{"tools":{"permission_rules":{"deny":["bash(rm:*)"]}}}`},
		"an empty string means none": {"provider.base_url", ``, `{"provider":{"base_url":""}}`},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			f := config.File{Path: filepath.Join(t.TempDir(), "config.json")}
			if _, err := f.Set(c.key, c.value); err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(compact(t, c.want), compact(t, read(t, f))); diff != "" {
				t.Errorf("file (-want +got):\n%s", diff)
			}
			if _, err := f.Load(); err != nil {
				t.Errorf("what was written does not load: %v", err)
			}
		})
	}
}

func TestSetRefuses(t *testing.T) {
	cases := map[string]struct{ key, value string }{
		"an object":                    {"mcp_server.exposed_tools", `{"read": true}`},
		"a mixed list":                 {"mcp_server.exposed_tools", `["read", 7]`},
		"null":                         {"mcp_server.exposed_tools", `null`},
		"broken JSON":                  {"mcp_server.exposed_tools", `["read"`},
		"a bare word for a list":       {"mcp_server.exposed_tools", `read`},
		"a bare number for a duration": {"mcp_server.shutdown_grace", `5`},
		"a duration without a unit":    {"mcp_server.shutdown_grace", `"5"`},
		"a word for a number":          {"agent.max_steps", `many`},
		"a number for a string":        {"provider.model", `4`},
		"a boolean for a string":       {"provider.model", `true`},
		"another provider":             {"provider.kind", `cohere`},
		"a relative path":              {"memory.dir", `notes`},
		"an unknown key":               {"memory.path", `/x`},
		"a group":                      {"memory", `{}`},
		"no key":                       {"", `1`},
		"a key in the wrong case":      {"Memory.dir", `/x`},
		"a secret as a variable name":  {"provider.api_key_env", `sk-secret`},
	}
	const before = `{"memory":{"dir":"/old"}}`
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			f := fileWith(t, before)
			_, err := f.Set(c.key, c.value)
			if err == nil {
				t.Error("no error")
			} else if strings.Contains(err.Error(), "secret") {
				t.Errorf("the error shows the value: %v", err)
			}
			if got := read(t, f); got != before {
				t.Errorf("the file became %q", got)
			}
		})
	}
}

func TestSetOnABrokenFile(t *testing.T) {
	t.Run("text that is no JSON stays as it is", func(t *testing.T) {
		f := fileWith(t, `{"memory": `)
		if _, err := f.Set("agent.max_steps", "7"); err == nil {
			t.Error("no error")
		}
		if got := read(t, f); got != `{"memory": ` {
			t.Errorf("the file became %q", got)
		}
	})
	t.Run("a wrong value can be replaced", func(t *testing.T) {
		f := fileWith(t, `{"agent": {"max_steps": "seven"}}`)
		if _, err := f.Set("agent.max_steps", "7"); err != nil {
			t.Fatal(err)
		}
		if c, err := f.Load(); err != nil || c.Agent.MaxSteps != 7 {
			t.Errorf("got %+v, %v", c.Agent, err)
		}
	})
	t.Run("another wrong value is not passed over", func(t *testing.T) {
		f := fileWith(t, `{"agent": {"max_steps": "seven"}}`)
		if _, err := f.Set("memory.dir", "/x"); err == nil {
			t.Error("no error")
		}
	})
	t.Run("a group that is no object", func(t *testing.T) {
		f := fileWith(t, `{"memory": 7}`)
		if _, err := f.Set("memory.dir", "/x"); err == nil {
			t.Error("no error")
		}
	})
}

func TestParallelSetsLoseNothing(t *testing.T) {
	f := config.File{Path: filepath.Join(t.TempDir(), "config.json")}
	var group sync.WaitGroup
	for i := range 20 {
		group.Go(func() {
			if _, err := f.Append("mcp_server.exposed_tools", fmt.Sprintf("tool_%d", i)); err != nil {
				t.Error(err)
			}
		})
	}
	group.Wait()
	c, err := f.Load()
	if err != nil || len(c.MCPServer.ExposedTools) != 20 {
		t.Errorf("%d of 20 are there: %v", len(c.MCPServer.ExposedTools), err)
	}
	left, err := os.ReadDir(filepath.Dir(f.Path))
	if err != nil || len(left) != 2 { // config.json and config.lock
		t.Errorf("left over: %v, %v", left, err)
	}
}

func TestSetKeepsModeAndLink(t *testing.T) {
	real := fileWith(t, "{}")
	if err := os.Chmod(real.Path, 0o640); err != nil {
		t.Fatal(err)
	}
	link := config.File{Path: filepath.Join(t.TempDir(), "config.json")}
	if err := os.Symlink(real.Path, link.Path); err != nil {
		t.Fatal(err)
	}
	if _, err := link.Set("agent.max_steps", "7"); err != nil {
		t.Fatal(err)
	}
	if info, err := os.Lstat(link.Path); err != nil || info.Mode()&os.ModeSymlink == 0 {
		t.Errorf("the link is gone: %v, %v", info, err)
	}
	if info, err := os.Stat(real.Path); err != nil || info.Mode().Perm() != 0o640 {
		t.Errorf("mode %v, %v, want 0640", info.Mode(), err)
	}
	if c, err := real.Load(); err != nil || c.Agent.MaxSteps != 7 {
		t.Errorf("the linked file has %+v, %v", c.Agent, err)
	}
}

func TestSetNeverWritesThroughADanglingLink(t *testing.T) {
	dir := t.TempDir()
	f := config.File{Path: filepath.Join(dir, "config.json")}
	if err := os.Symlink(filepath.Join(dir, "gone"), f.Path); err != nil {
		t.Fatal(err)
	}
	if _, err := f.Set("agent.max_steps", "7"); err == nil {
		t.Error("no error")
	}
}

func TestNewFilesArePrivate(t *testing.T) {
	f := config.File{Path: filepath.Join(t.TempDir(), "config.json")}
	if _, err := f.Set("agent.max_steps", "7"); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"config.json", "config.lock"} {
		info, err := os.Stat(filepath.Join(filepath.Dir(f.Path), name))
		if err != nil || info.Mode().Perm() != 0o600 {
			t.Errorf("%s: mode %v, %v", name, info.Mode(), err)
		}
	}
}

func read(t *testing.T, f config.File) string {
	t.Helper()
	data, err := os.ReadFile(f.Path)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

func compact(t *testing.T, text string) string {
	t.Helper()
	var value any
	if err := json.Unmarshal([]byte(text), &value); err != nil {
		t.Fatal(err)
	}
	out, err := json.Marshal(value)
	if err != nil {
		t.Fatal(err)
	}
	return string(out)
}
