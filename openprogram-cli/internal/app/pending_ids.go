package app

import (
	"os"
	"strings"

	"github.com/openprogram/openprogram-go/openprogram-cli/internal/state"
)

// PendingIDs gives the ids of the additions that wait, for completion: from the
// names of their files, and nothing is opened but their folder.
func PendingIDs(l state.Location) []string {
	dir := l.Path("memory_pending")
	if info, err := os.Lstat(dir); err != nil || !info.IsDir() {
		return nil
	}
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil
	}
	var ids []string
	for _, entry := range entries {
		if id, ok := strings.CutSuffix(entry.Name(), ".json"); ok && entry.Type().IsRegular() && strings.HasPrefix(id, "p") {
			ids = append(ids, id)
		}
	}
	return ids
}
