//go:build !unix || aix

package mcpauth_test

import (
	"errors"
	"testing"

	"github.com/openprogram/openprogram-go/mcpauth"
)

func TestEverythingIsRefused(t *testing.T) {
	loc := mcpauth.Location{Dir: t.TempDir()}
	if _, err := mcpauth.Create(loc); !errors.Is(err, mcpauth.ErrUnsupported) {
		t.Errorf("Create: %v", err)
	}
	if _, err := mcpauth.Rotate(loc); !errors.Is(err, mcpauth.ErrUnsupported) {
		t.Errorf("Rotate: %v", err)
	}
	if err := mcpauth.Delete(loc); !errors.Is(err, mcpauth.ErrUnsupported) {
		t.Errorf("Delete: %v", err)
	}
	if _, err := mcpauth.Authenticate(loc, "stored-token"); !errors.Is(err, mcpauth.ErrAuthentication) {
		t.Errorf("Authenticate: %v", err)
	}
	if status := mcpauth.Check(loc); status.OK() || status.Findings[0].Code != mcpauth.FindingUnsupported {
		t.Errorf("Check: %v", status)
	}
}
