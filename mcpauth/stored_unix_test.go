//go:build unix && !aix

package mcpauth

import (
	"os"
	"testing"
)

func TestStored(t *testing.T) {
	p := newPlace(t)
	if _, err := Stored(p.loc); err != ErrNoToken {
		t.Errorf("without a token: %v, want exactly ErrNoToken", err)
	}
	p.store(t, "stored-token")
	if token, err := Stored(p.loc); err != nil || token.Reveal() != "stored-token" {
		t.Errorf("got %q, %v", token.Reveal(), err)
	}
	check(t, os.Chmod(p.path, 0o644))
	if token, err := Stored(p.loc); err != ErrRead || token.Reveal() != "" {
		t.Errorf("readable by others: %v, want exactly ErrRead", err)
	}
	p = newPlace(t)
	p.store(t, "stored-token\n")
	if token, err := Stored(p.loc); err != ErrRead || token.Reveal() != "" {
		t.Errorf("with a line end: %v, want exactly ErrRead", err)
	}
}
