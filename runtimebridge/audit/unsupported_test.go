//go:build !(darwin || dragonfly || freebsd || linux || netbsd || openbsd)

package audit_test

import (
	"errors"
	"path/filepath"
	"testing"

	"github.com/openprogram/openprogram-go/runtimebridge/audit"
)

func TestUnsupported(t *testing.T) {
	log, err := audit.Open(filepath.Join(t.TempDir(), "audit"), audit.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if err := log.Append(t.Context(), "a.b", "o", nil); !errors.Is(err, audit.ErrUnsupportedPlatform) {
		t.Errorf("append: %v", err)
	}
	if _, err := log.Verify(t.Context()); !errors.Is(err, audit.ErrUnsupportedPlatform) {
		t.Errorf("verify: %v", err)
	}
}
