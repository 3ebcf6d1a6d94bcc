package terminal_test

import (
	"testing"

	"github.com/openprogram/openprogram-go/openprogram-cli/internal/terminal"
)

func TestCounted(t *testing.T) {
	for n, want := range map[int]string{0: "0 notes", 1: "1 note", 2: "2 notes"} {
		if got := terminal.Counted(n, "note"); got != want {
			t.Errorf("Counted(%d): got %q, want %q", n, got, want)
		}
	}
}
