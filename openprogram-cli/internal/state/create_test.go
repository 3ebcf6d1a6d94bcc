//go:build unix

package state_test

import (
	"io/fs"
	"os"
	"path/filepath"
	"syscall"
	"testing"

	"github.com/openprogram/openprogram-go/openprogram-cli/internal/state"
)

// Not parallel: the umask belongs to the process.
func TestEnsureIsPrivateWhateverTheUmask(t *testing.T) {
	for _, mask := range []int{0o000, 0o022, 0o077, 0o777} {
		home := realDir(t)
		l := state.Location{Dir: filepath.Join(home, ".openprogram"), Home: home}
		old := syscall.Umask(mask)
		err := l.Ensure()
		syscall.Umask(old)
		if err != nil {
			t.Fatalf("umask %03o: %v", mask, err)
		}
		info, err := os.Stat(l.Dir)
		if err != nil {
			t.Fatal(err)
		}
		if got := info.Mode().Perm(); got != 0o700 {
			t.Errorf("umask %03o: mode %04o, want 0700", mask, got)
		}
		if !l.Private() {
			t.Errorf("umask %03o: not private", mask)
		}
	}
}

func TestEnsure(t *testing.T) {
	t.Run("keeps what is there", func(t *testing.T) {
		l := state.Location{Dir: realDir(t)}
		if err := os.Chmod(l.Dir, 0o750); err != nil {
			t.Fatal(err)
		}
		if err := l.Ensure(); err != nil {
			t.Fatal(err)
		}
		if info, _ := os.Stat(l.Dir); info.Mode().Perm() != 0o750 {
			t.Errorf("the mode became %04o", info.Mode().Perm())
		}
	})
	t.Run("creates the parents of a named directory", func(t *testing.T) {
		l := state.Location{Dir: filepath.Join(realDir(t), "a", "b")}
		if err := l.Ensure(); err != nil || !l.Private() {
			t.Errorf("err %v, private %t", err, l.Private())
		}
	})
	t.Run("never creates a home directory", func(t *testing.T) {
		home := filepath.Join(realDir(t), "gone")
		l := state.Location{Dir: filepath.Join(home, ".openprogram"), Home: home}
		if err := l.Ensure(); err == nil {
			t.Error("no error")
		}
		if _, err := os.Lstat(home); !os.IsNotExist(err) {
			t.Errorf("the home directory is there: %v", err)
		}
	})
	t.Run("refuses a file in its place", func(t *testing.T) {
		l := state.Location{Dir: filepath.Join(realDir(t), "file")}
		if err := os.WriteFile(l.Dir, nil, 0o600); err != nil {
			t.Fatal(err)
		}
		if err := l.Ensure(); err == nil {
			t.Error("no error")
		}
	})
}

func TestPrivate(t *testing.T) {
	for _, c := range []struct {
		mode fs.FileMode
		want bool
	}{{0o700, true}, {0o500, true}, {0o710, false}, {0o701, false}, {0o755, false}} {
		l := state.Location{Dir: realDir(t)}
		if err := os.Chmod(l.Dir, c.mode); err != nil {
			t.Fatal(err)
		}
		if got := l.Private(); got != c.want {
			t.Errorf("mode %04o: private %t, want %t", c.mode, got, c.want)
		}
	}
	link := filepath.Join(realDir(t), "link")
	if err := os.Symlink(realDir(t), link); err != nil {
		t.Fatal(err)
	}
	if (state.Location{Dir: link}).Private() {
		t.Error("a link is private")
	}
	if (state.Location{Dir: filepath.Join(realDir(t), "gone")}).Private() {
		t.Error("what is not there is private")
	}
}
