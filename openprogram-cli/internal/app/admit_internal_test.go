//go:build unix

package app

import (
	"errors"
	"os"
	"path/filepath"
	"testing"

	"github.com/openprogram/openprogram-go/mcpauth"
	"github.com/openprogram/openprogram-go/openprogram-cli/internal/state"
)

// withToken gives a state directory with a token in it.
func withToken(t *testing.T) (l state.Location, token string) {
	t.Helper()
	l = state.Location{Dir: realDir(t)}
	if err := os.Chmod(l.Dir, 0o700); err != nil {
		t.Fatal(err)
	}
	created, err := Tokens{Location: l}.Create(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return l, created.Reveal()
}

func TestAdmitTakesTheTokenOutOfTheEnvironment(t *testing.T) {
	l, token := withToken(t)
	t.Setenv(mcpauth.EnvVariable, token)
	client, presented, err := admit(t.Context(), l)
	if err != nil || !client.Valid() || presented != token {
		t.Fatalf("client %v, err %v", client.Valid(), err)
	}
	if value, there := os.LookupEnv(mcpauth.EnvVariable); there {
		t.Errorf("the variable still holds %d characters", len(value))
	}
}

func TestAdmitRefuses(t *testing.T) {
	l, token := withToken(t)
	for name, presented := range map[string]string{"nothing": "", "another token": token + "x", "half of it": token[:20]} {
		t.Run(name, func(t *testing.T) {
			t.Setenv(mcpauth.EnvVariable, presented)
			client, kept, err := admit(t.Context(), l)
			if !errors.Is(err, mcpauth.ErrAuthentication) || client.Valid() || kept != "" {
				t.Errorf("client %v, err %v", client.Valid(), err)
			}
		})
	}
}

// withDamage gives a state directory with one wrong thing in it.
func withDamage(t *testing.T, name, text string) state.Location {
	t.Helper()
	l := state.Location{Dir: realDir(t)}
	if err := os.Chmod(l.Dir, 0o700); err != nil {
		t.Fatal(err)
	}
	path := l.Path(name)
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return l
}
