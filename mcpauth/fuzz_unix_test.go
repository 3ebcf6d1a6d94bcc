//go:build unix && !aix

package mcpauth_test

import (
	"os"
	"strings"
	"testing"

	"github.com/openprogram/openprogram-go/mcpauth"
)

// FuzzTokenFile checks that exactly the bytes of a private file of at most 4096
// bytes authenticate, and that nothing shows them.
func FuzzTokenFile(f *testing.F) {
	for _, text := range []string{"", "stored-token", "stored-token\n", "\x00", "\xff\xfe", strings.Repeat("A", 4096), strings.Repeat("A", 4097)} {
		f.Add([]byte(text), text, uint16(0o600))
		f.Add([]byte(text), "stored-token", uint16(0o644))
	}
	f.Fuzz(func(t *testing.T, text []byte, presented string, bits uint16) {
		mode := os.FileMode(bits) & os.ModePerm
		loc := stateDir(t)
		must(t, os.WriteFile(loc.TokenPath(), text, 0o600))
		must(t, os.Chmod(loc.TokenPath(), mode))

		client, err := mcpauth.Authenticate(loc, presented)
		want := mode == 0o600 && len(text) <= 4096 && presented != "" && presented == string(text)
		if client.Valid() != want || (err == nil) != want {
			t.Fatalf("valid %v, error %v, want %v", client.Valid(), err, want)
		}
		if err != nil && err.Error() != mcpauth.ErrAuthentication.Error() {
			t.Errorf("text %q", err)
		}
		if status := mcpauth.CheckPresented(loc, presented); status.OK() != want {
			t.Errorf("CheckPresented: %v, want %v", status.OK(), want)
		}
	})
}
