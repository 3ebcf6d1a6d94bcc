package acceptance_test

import (
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// canaryRun is one installation in which everything is a canary.
type canaryRun struct {
	*home
	provider *echoing
	seen     sinks
	log      string // the server's log file; empty: standard error
	next     int
}

// TestNothingLeaks drives every path with values that are easy to tell, and looks
// for them, in several encodings, wherever they must not be.
func TestNothingLeaks(t *testing.T) {
	for name, f := range wireFormats {
		t.Run(name, func(t *testing.T) {
			r := newCanaryRun(t, f, name == "anthropic")
			r.owner()
			r.clients()
			r.look()
			key := value("variablekey")
			if r.log != "" {
				key = value("filekey")
			}
			canaries := map[string]canary{
				"token":               {value: r.token, may: []string{"token file"}},
				"provider's key":      {value: key, must: []string{"key header"}, may: []string{"key file"}},
				"token of a server":   {value: value("bearer"), must: []string{"remote header", "servers file"}},
				"other variable":      {value: value("variable")},
				"prompt":              {value: value("prompt"), must: []string{"database", "provider", "stdout"}, may: []string{"owner"}},
				"answer":              {value: value("answer"), must: []string{"database", "stdout"}, may: []string{"owner", "provider"}},
				"file's content":      {value: value("file"), must: []string{"notes", "stdout", "database", "provider"}, may: []string{"index"}},
				"suggestion":          {value: value("suggestion"), must: []string{"pending"}, may: []string{"index"}},
				"argument":            {value: value("argument"), must: []string{"stdin"}},
				"model's argument":    {value: value("called"), must: []string{"database", "provider"}, may: []string{"owner"}},
				"result of a command": {value: value("output"), must: []string{"database", "provider"}, may: []string{"owner", "children"}},
				"tool's name":         {value: value("tool"), must: []string{"stdin"}},
				"bad frame":           {value: value("frame"), must: []string{"stdin"}},
				"meta":                {value: value("meta"), must: []string{"stdin"}},
				"progress token":      {value: value("progress"), must: []string{"stdin", "stdout"}},
				"request id":          {value: value("request"), must: []string{"stdin", "stdout", "audit", "pending"}, may: []string{"database"}},
				"client's name":       {value: value("client"), must: []string{"stdin"}, may: []string{"stderr", "log"}},
				"client's version":    {value: value("version"), must: []string{"stdin"}, may: []string{"stderr", "log"}},
				"provider's error":    {value: value("told")},
				"cut text":            {value: value("half"), may: []string{"database", "owner", "provider"}},
				"noise of a server":   {value: value("noise"), must: []string{"remote script"}},
			}
			for name, c := range canaries { // what the client sent, and what is in its script, is there by our doing
				c.may = append(c.may, "stdin", "remote script")
				canaries[name] = c
			}
			for _, leak := range leaks(canaries, r.seen) {
				t.Error(leak)
			}
			for _, child := range []string{"PATH=", "HOME="} {
				if strings.Count(string(r.seen["children"]), child) < 2 {
					t.Errorf("the environments of children were not seen: %s", r.seen["children"])
				}
			}
			if lured := r.provider.toldElsewhere(); len(lured) > 0 {
				t.Errorf("the other host was told %q", lured)
			}
		})
	}
}

func newCanaryRun(t *testing.T, f wireFormat, keyFile bool) *canaryRun {
	t.Helper()
	h := newHome(t)
	for _, dir := range []string{"tmp", "work"} {
		if err := os.Mkdir(filepath.Join(h.dir, dir), 0o700); err != nil {
			t.Fatal(err)
		}
	}
	h.variables = []string{
		"TMPDIR=" + filepath.Join(h.dir, "tmp"), "CANARY_KEY=" + value("variablekey"), "SOMETHING_SECRET=" + value("variable"),
		"FAR_TOKEN=" + value("bearer"),
	}
	r := &canaryRun{home: h, provider: newEchoing(t, f), seen: sinks{}, next: 10}
	h.token = strings.TrimSpace(h.ok("mcp", "token", "create"))
	door := httptest.NewServer(r.provider)
	t.Cleanup(door.Close)
	h.use(f, door.URL)
	h.set("mcp_server.turn_timeout", "20s")
	h.set("agent.workdir", filepath.Join(h.dir, "work"))
	h.set("mcp_server.exposed_tools", []string{"memory_status", "memory_get", "memory_grep", "memory_search", "memory_update", "memory_browse", "bash", "read"})
	h.set("tools.permission_rules.deny", []string{"memory_browse"})
	h.note("a.md", "# Harbour\n\nThe crane "+value("file")+" stays.\n")
	h.set("provider.api_key_env", "CANARY_KEY")
	if keyFile {
		r.log = filepath.Join(h.dir, "log")
		if err := os.WriteFile(filepath.Join(h.dir, "key"), []byte(value("filekey")+"\n"), 0o600); err != nil {
			t.Fatal(err)
		}
		h.set("provider.api_key_file", filepath.Join(h.dir, "key"))
	}
	return r
}

// prompt is the text of a prompt that asks the provider for one of its cases.
func (r *canaryRun) prompt(name string) string {
	return fmt.Sprintf("case: %s; \"é&<%s>%%", name, value("prompt"))
}

// owner uses the commands of the owner's that have to do with secrets, the tools
// that start other programs among them.
func (r *canaryRun) owner() {
	r.t.Helper()
	script := filepath.Join(r.dir, "remote.sh")
	text := "tr '\\0' '\\n' </proc/self/environ >" + filepath.Join(r.dir, "remote.env") + "\ntr '\\0' ' ' </proc/$$/cmdline >>" +
		filepath.Join(r.dir, "remote.env") + "\necho " + value("noise") + " >&2\necho " + value("noise") + "\nexit 3\n"
	if err := os.WriteFile(script, []byte(text), 0o600); err != nil {
		r.t.Fatal(err)
	}
	r.ok("mcp", "add", "noisy", "--", "sh", script)
	far := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, q *http.Request) {
		r.provider.mu.Lock()
		r.provider.far = append(r.provider.far, q.Header.Get("Authorization"))
		r.provider.mu.Unlock()
		w.WriteHeader(http.StatusInternalServerError)
		io.WriteString(w, value("noise")+q.Header.Get("Authorization"))
	}))
	r.t.Cleanup(far.Close)
	r.ok("mcp", "add", "far", "--url", far.URL, "--bearer-env", "FAR_TOKEN")
	r.provider.callTools(toolUse{"bash", `{"command":"tr '\\000' '\\n' </proc/$$/environ >bash.env; env >>bash.env; echo ` + value("output") + `"}`})
	for _, command := range [][]string{
		{"prompt", "--yes", r.prompt("tools")}, {"prompt", r.prompt("answer")}, {"prompt", r.prompt("status 401")}, {"prompt", r.prompt("cut")},
		{"mcp", "token", "status"}, {"config", "list"}, {"mcp", "show", "noisy"}, {"tools", "list"}, {"mcp", "clients"},
		{"mcp", "list"}, {"mcp", "show", "far"}, {"mcp", "test", "far"}, {"mcp", "doctor"}, {"sessions", "list"}, {"sessions", "export", "-"}, {"audit", "list", "--json"}, {"mcp", "call", "tools_list"},
	} {
		o := finish(r.t, r.command(command...))
		shown := o.stdout + o.stderr
		if command[0] == "sessions" {
			shown = "" // they show what the sessions hold
		}
		r.seen.add("owner", shown)
	}
	r.provider.callTools(
		toolUse{"memory_get", `{"path":"a.md"}`}, toolUse{"memory_search", `{"query":"` + value("called") + `"}`},
		toolUse{"bash", `{"command":"echo ` + value("called") + `"}`}, toolUse{value("called"), `{}`}, toolUse{"memory_get", `{"` + value("called") + `":1}`},
	)
}

func (r *canaryRun) addTemporary() {
	r.seen.addFiles(r.t, filepath.Join(r.dir, "tmp"), func(string) string { return "temporary files" })
}

// look takes in what is left on the disk.
func (r *canaryRun) look() {
	r.t.Helper()
	r.addTemporary()
	r.seen.addFiles(r.t, r.dir, func(path string) string {
		path, inState := strings.CutPrefix(path, ".openprogram/")
		for prefix, where := range map[string]string{
			"sessions.db": "database", "audit/": "audit", "memory_index": "index", "memory_pending/": "pending", "memory/": "notes", "mcp_server_token": "token file", "mcp_servers.json": "servers file",
		} {
			if inState && strings.HasPrefix(path, prefix) {
				return where
			}
		}
		switch path {
		case "log", "key", "remote.env", "work/bash.env", "remote.sh":
			return map[string]string{
				"log": "log", "key": "key file", "remote.env": "children", "work/bash.env": "children", "remote.sh": "remote script",
			}[path]
		}
		return "other files"
	})
	r.provider.mu.Lock()
	defer r.provider.mu.Unlock()
	r.seen.add("provider", r.provider.bodies...)
	r.seen.add("key header", r.provider.keys...)
	r.seen.add("remote header", r.provider.far...)
}
