package folder_test

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/openprogram/openprogram-go/runtimebridge/memory/internal/folder"
)

func TestSettled(t *testing.T) {
	at := time.Unix(1000, 500)
	tests := []struct {
		name  string
		stamp folder.Stamp
		read  time.Time
		want  bool
	}{
		{"read at once", folder.Stamp{Changed: at.UnixNano()}, at.Add(time.Millisecond), false},
		{"read before", folder.Stamp{Changed: at.UnixNano()}, at.Add(-time.Second), false},
		{"read later", folder.Stamp{Changed: at.UnixNano()}, at.Add(101 * time.Millisecond), true},
		{"a coarse clock", folder.Stamp{Changed: 1000e9}, time.Unix(1001, 0), false},
		{"a coarse clock, later", folder.Stamp{Changed: 1000e9}, time.Unix(1003, 0), true},
		{"a time that was set does not count", folder.Stamp{Modified: 5000e9, Changed: at.UnixNano()}, at.Add(time.Second), true},
		{"only the time that can be set", folder.Stamp{Modified: at.UnixNano()}, at.Add(time.Millisecond), false},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := tt.stamp.Settled(tt.read); got != tt.want {
				t.Errorf("got %t", got)
			}
		})
	}
}

// A file with its old size and modification time is still not the same.
func TestStampCannotBeKept(t *testing.T) {
	dir := t.TempDir()
	put(t, dir, "a.md", "x")
	path := filepath.Join(dir, "a.md")
	past := time.Now().Add(-time.Hour)
	must(t, os.Chtimes(path, past, past))
	f := open(t, dir)
	before := scan(t, f).Files[0].Stamp
	put(t, dir, "new", "y")
	must(t, os.Rename(filepath.Join(dir, "new"), path))
	must(t, os.Chtimes(path, past, past))
	after, err := f.Stamp("a.md")
	must(t, err)
	if before.Size != after.Size || before.Modified != after.Modified {
		t.Fatal("the file differs more than it should")
	}
	if before == after {
		t.Error("another file has the same stamp")
	}
}
