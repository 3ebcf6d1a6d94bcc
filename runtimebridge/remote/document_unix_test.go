//go:build unix

package remote_test

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/openprogram/openprogram-go/runtimebridge/remote"
)

// What is no configuration file is neither waited for nor read without an end.
func TestWhatIsNoConfigurationFile(t *testing.T) {
	for name, put := range map[string]func(path string) error{
		"fifo":   func(path string) error { return syscall.Mkfifo(path, 0o600) },
		"folder": func(path string) error { return os.Mkdir(path, 0o700) },
		"no end": func(path string) error { return os.Symlink("/dev/zero", path) },
		"too large": func(path string) error {
			return os.WriteFile(path, []byte(`{"a":"`+strings.Repeat("x", 1<<20)+`"}`), 0o600)
		},
	} {
		t.Run(name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), remote.FileName)
			if err := put(path); err != nil {
				t.Fatal(err)
			}
			if _, err := remote.Load(path); !errors.Is(err, remote.ErrConfig) {
				t.Errorf("Load: %v", err)
			}
			if _, err := remote.LoadDocument(path); !errors.Is(err, remote.ErrConfig) {
				t.Errorf("LoadDocument: %v", err)
			}
		})
	}
	missing := filepath.Join(t.TempDir(), remote.FileName)
	if c, err := remote.Load(missing); err != nil || len(c.Servers) != 0 {
		t.Errorf("a missing one: %v, %v", c, err)
	}
}
