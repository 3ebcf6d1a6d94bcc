//go:build unix

package chat_test

import (
	"os"
	"path/filepath"
	"syscall"
	"testing"

	"github.com/openprogram/openprogram-go/openprogram-cli/internal/chat"
)

// What is no file is neither waited for nor read without an end.
func TestAHistoryThatIsNoFileIsNone(t *testing.T) {
	for name, put := range map[string]func(path string) error{
		"fifo":   func(path string) error { return syscall.Mkfifo(path, 0o600) },
		"folder": func(path string) error { return os.Mkdir(path, 0o700) },
		"no end": func(path string) error { return os.Symlink("/dev/zero", path) },
	} {
		t.Run(name, func(t *testing.T) {
			h := chat.History{Path: filepath.Join(t.TempDir(), "history")}
			if err := put(h.Path); err != nil {
				t.Fatal(err)
			}
			h.Add("a line")
			if lines := h.Load(); lines != nil {
				t.Errorf("got %q", lines)
			}
		})
	}
	h := chat.History{Path: filepath.Join(t.TempDir(), "history")}
	h.Add("a line")
	if lines := h.Load(); len(lines) != 1 || lines[0] != "a line" {
		t.Errorf("got %q", lines)
	}
}
