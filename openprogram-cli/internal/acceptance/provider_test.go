//go:build unix

package acceptance_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/openprogram/openprogram-go/runtimebridge/provider/stream/streamtest"
)

// use configures an endpoint without a word about a key.
func (h *home) use(f wireFormat, baseURL string) {
	h.t.Helper()
	h.set("provider.kind", f.kind)
	h.set("provider.model", "scripted")
	h.set("provider.base_url", baseURL)
}

func TestWhereAProvidersKeyComesFrom(t *testing.T) {
	for name, f := range wireFormats {
		t.Run(name, func(t *testing.T) {
			h := newHome(t)
			m := streamtest.New(t, f.say("well met"))
			ask := func(want string, variables ...string) {
				t.Helper()
				c := h.command("prompt", "hello")
				c.Env = append(c.Env, variables...)
				if o := finish(t, c); o.code != 0 || o.stdout != "well met\n" {
					t.Fatalf("exit %d, stdout %q, stderr %q", o.code, o.stdout, o.stderr)
				}
				requests := m.Requests()
				last := requests[len(requests)-1]
				if last.Path != f.path || f.key(last.Header) != want {
					t.Errorf("%s with the key %q, want %s with %q", last.Path, f.key(last.Header), f.path, want)
				}
			}
			h.use(f, m.URL)
			ask("") // an endpoint on this machine needs none
			ask("customary", f.variable+"=customary")
			h.set("provider.api_key_env", "MINE")
			ask("named", f.variable+"=customary", "MINE=named")

			key := filepath.Join(h.dir, "key")
			if err := os.WriteFile(key, []byte("from-a-file\n"), 0o600); err != nil {
				t.Fatal(err)
			}
			h.set("provider.api_key_file", "~/key")
			ask("from-a-file", "MINE=named")
		})
	}
}

func TestAMissingKeySaysWhatToSet(t *testing.T) {
	const sentence = "Error: [failed] No key for the model provider. Put it into the environment variable named by " +
		"provider.api_key_env, or into a file with mode 0600 named by provider.api_key_file.\n" +
		"openprogram mcp doctor says what is wrong with the provider.\n"
	for name, f := range wireFormats {
		t.Run(name, func(t *testing.T) {
			h := newHome(t)
			refused := func(why string) {
				t.Helper()
				if o := finish(t, h.command("prompt", "hello")); o.code != 1 || !strings.HasSuffix(o.stderr, sentence) {
					t.Errorf("%s: exit %d, %q", why, o.code, o.stderr)
				}
			}
			h.set("provider.kind", f.kind)
			h.set("provider.model", "scripted")
			refused("the provider's own endpoint")
			h.set("provider.base_url", "https://models.invalid/v1")
			refused("an endpoint elsewhere")

			m := streamtest.New(t, f.say("well met"))
			h.set("provider.base_url", m.URL)
			h.set("provider.api_key_env", "NOT_SET")
			refused("a named variable that is not set")
			key := filepath.Join(h.dir, "key")
			if err := os.WriteFile(key, []byte("open to all"), 0o600); err != nil {
				t.Fatal(err)
			}
			if err := os.Chmod(key, 0o644); err != nil {
				t.Fatal(err)
			}
			h.set("provider.api_key_file", key)
			refused("a key file that others can read")
			if n := len(m.Requests()); n != 0 {
				t.Errorf("%d requests without the key", n)
			}
		})
	}
}

// The owner's model reads what the owner may read, except for secrets.
func TestTheOwnersModelDoesNotReadTheKey(t *testing.T) {
	h := newHome(t)
	m := h.useModel(use("read", `{"file_path":"work/key"}`), say("no"))
	work := filepath.Join(h.dir, "work")
	if err := os.Mkdir(work, 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(work, "key"), []byte("file-canary"), 0o600); err != nil {
		t.Fatal(err)
	}
	h.set("agent.workdir", h.dir)
	h.set("provider.api_key_file", filepath.Join(work, "key"))
	h.ok("prompt", "what is the key?")
	if told := m.lastRequest(t); strings.Contains(told, "file-canary") || !strings.Contains(told, "[denied] hard constraint") {
		t.Errorf("the model was told %s", told)
	}
}
