package remote_test

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/openprogram/openprogram-go/runtimebridge/remote"
)

func TestParse(t *testing.T) {
	config, err := remote.Parse([]byte(`{"roots":[],"servers":{
		"files": {"type":"local","command":["srv","-x"],"env":{"A":"1"},"timeout_seconds":1.5},
		"web": {"type":"http","url":"https://h/mcp","headers":{"X":"y"},"auth":{"kind":"bearer","token":"t"},"enabled":false}}}`))
	if err != nil || len(config.Problems) != 0 {
		t.Fatalf("error %v, problems %v", err, config.Problems)
	}
	if diff := cmp.Diff([]string{"files", "web"}, config.Names()); diff != "" {
		t.Error(diff)
	}
	files, web := config.Servers["files"], config.Servers["web"]
	if !files.IsEnabled() || files.Timeout() != 1500*time.Millisecond || files.Env["A"] != "1" {
		t.Errorf("files: %+v", files)
	}
	if web.IsEnabled() || web.Timeout() != remote.DefaultTimeout || web.Auth.Token != "t" {
		t.Errorf("web: %+v", web)
	}
}

func TestBadEntriesAreProblems(t *testing.T) {
	for name, entry := range map[string]string{
		"no object":        `5`,
		"no type":          `{"command":["x"]}`,
		"unknown type":     `{"type":"sse","url":"http://h"}`,
		"no command":       `{"type":"local"}`,
		"blank command":    `{"type":"local","command":[" "]}`,
		"command a text":   `{"type":"local","command":"x y"}`,
		"bad variable":     `{"type":"local","command":["x"],"env":{"A=B":"1"}}`,
		"no url":           `{"type":"http"}`,
		"file url":         `{"type":"http","url":"file:///etc/passwd"}`,
		"user in the url":  `{"type":"http","url":"http://u:p@h"}`,
		"oauth":            `{"type":"http","url":"http://h","auth":{"kind":"oauth"}}`,
		"bearer, no token": `{"type":"http","url":"http://h","auth":{"kind":"bearer"}}`,
		"negative limit":   `{"type":"local","command":["x"],"timeout_seconds":-1}`,
	} {
		t.Run(name, func(t *testing.T) {
			config, err := remote.Parse([]byte(`{"servers":{"bad":` + entry + `,"good":{"type":"local","command":["x"]}}}`))
			if err != nil || len(config.Problems) != 1 || config.Problems[0].Name != "bad" || len(config.Servers) != 1 {
				t.Errorf("error %v, %+v", err, config)
			}
		})
	}
}

func TestLoad(t *testing.T) {
	dir := t.TempDir()
	if config, err := remote.Load(filepath.Join(dir, "absent")); err != nil || len(config.Servers) != 0 {
		t.Errorf("a missing file: %v, %+v", err, config)
	}
	for name, text := range map[string]string{"empty": "", "half": `{"servers":`, "a list": `[]`, "servers a list": `{"servers":[]}`} {
		path := filepath.Join(dir, "f")
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		if _, err := remote.Load(path); err != remote.ErrConfig {
			t.Errorf("%s: error %v", name, err)
		}
	}
}

func TestToolName(t *testing.T) {
	long := "a23456789012345678901234567890123456789012345678901234567890"
	for _, tc := range [][3]string{
		{"files", "read", "files__read"},
		{"my server.x", "do/it é", "my_server_x__do_it__"},
		{"abcdefghijkl", long, "abcdefgh__" + long[:54]},
		{"abcdefghijkl", long[:50], "abcdefghijkl__" + long[:50]},
		{"abcdefghijkl", long[:53], "abcdefghi__" + long[:53]},
	} {
		got := remote.ToolName(tc[0], tc[1])
		if got != tc[2] || len(got) > 64 {
			t.Errorf("%s, %s: %s (%d), want %s", tc[0], tc[1], got, len(got), tc[2])
		}
	}
}
