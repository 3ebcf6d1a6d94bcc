//go:build unix

package app

import (
	"log/slog"
	"os"
	"strings"
	"testing"

	"github.com/openprogram/openprogram-go/openprogram-cli/internal/config"
	"github.com/openprogram/openprogram-go/runtimebridge"
)

func TestSecretsAreBlottedOutOfTheAuditLog(t *testing.T) {
	l, token := withToken(t)
	file := config.File{Path: l.Path("config.json")}
	if _, err := file.Set("provider.kind", "openai"); err != nil {
		t.Fatal(err)
	}
	in, err := openInstallation(t.Context(), installationOptions{
		location: l, file: file, token: token, logger: slog.New(slog.DiscardHandler),
		getenv: func(name string) string {
			return map[string]string{"OPENAI_API_KEY": "key-canary"}[name]
		},
	})
	if err != nil {
		t.Fatal(err)
	}
	defer in.close()
	for _, text := range []string{"x " + token + " y", "key-canary", "harmless"} {
		err := in.audit.Append(t.Context(), runtimebridge.AuditToolFinished, "system", map[string]any{"name": text})
		if err != nil {
			t.Fatal(err)
		}
	}
	log, err := os.ReadFile(l.Path("audit", "audit.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	if strings.Contains(string(log), token) || strings.Contains(string(log), "key-canary") || !strings.Contains(string(log), "harmless") {
		t.Errorf("the log holds\n%s", log)
	}
}

func TestOpenOwnerSaysWhatIsWrong(t *testing.T) {
	cases := map[string]struct {
		name, text, want string
	}{
		"the configuration": {"config.json", "{", "configuration: the text is not valid JSON (line 1)"},
		"the identity":      {"owner.json", "{}", errIdentity.Error()},
		"the audit log":     {"audit", "no folder", errAudit.Error()},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			l := withDamage(t, c.name, c.text)
			owner, err := OpenOwner(t.Context(), OwnerOptions{
				Location: l, File: config.File{Path: l.Path("config.json")}, Getenv: func(string) string { return "" },
			})
			if err == nil {
				owner.Close()
				t.Fatal("no error")
			}
			if err.Error() != c.want {
				t.Errorf("got %q, want %q", err, c.want)
			}
		})
	}
}
