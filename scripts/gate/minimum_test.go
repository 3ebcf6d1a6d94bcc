package main

import (
	"bytes"
	"strings"
	"testing"

	"github.com/openprogram/openprogram-go/scripts/internal/workspace"
)

// A toolchain that nobody has published shows that the gate is left out aloud and
// not passed.
func TestMinimumSaysWhatCannotBeHad(t *testing.T) {
	t.Setenv("GOPROXY", "off")
	w := &tree{root: t.TempDir(), space: &workspace.Workspace{Modules: []workspace.Module{{Name: "authority", Go: "1.24.9999"}}}}
	g, _ := find("minimum")
	var out bytes.Buffer
	if !report(t.Context(), w, []gate{g}, false, &out) ||
		!strings.Contains(out.String(), "SKIPPED minimum: Go 1.24.9999, the oldest for authority, cannot be had here") ||
		!strings.HasSuffix(out.String(), "0 passed, 0 failed, 1 skipped\n") {
		t.Errorf("it prints %q", out.String())
	}
	if report(t.Context(), w, []gate{g}, true, &out) {
		t.Error("it passes where nothing may be left out")
	}
}
