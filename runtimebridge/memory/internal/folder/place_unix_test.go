//go:build unix

package folder_test

import (
	"context"
	"errors"
	"path/filepath"
	"testing"

	"github.com/openprogram/openprogram-go/runtimebridge/memory/internal/folder"
	"golang.org/x/sys/unix"
)

func TestAPipeInThePlaceOfTheFolderIsNotWaitedFor(t *testing.T) {
	place := filepath.Join(t.TempDir(), "notes")
	must(t, unix.Mkfifo(place, 0o600))
	if _, err := open(t, place).Scan(context.Background()); !errors.Is(err, folder.ErrNoFolder) {
		t.Errorf("Scan: %v", err)
	}
}
