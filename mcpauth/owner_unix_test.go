//go:build unix && !aix

package mcpauth

import (
	"os"
	"path/filepath"
	"syscall"
	"testing"
)

func TestForeignOwners(t *testing.T) {
	p := newPlace(t)
	p.store(t, "stored-token")
	stranger := newVault()
	stranger.uid += 4711 // everything here belongs to somebody else now

	if _, err := stranger.read(p.loc); findingOf(err).Code != FindingDirectoryOwner {
		t.Errorf("reading: %v", err)
	}
	if _, err := stranger.createToken(Location{Dir: filepath.Join(p.loc.Dir, "new")}); err != ErrCreate {
		t.Errorf("creating: %v", err)
	}
	entries, err := os.ReadDir(p.loc.Dir)
	check(t, err)
	if len(entries) != 1 {
		t.Errorf("%d entries, want the token alone", len(entries))
	}
	info, err := os.Lstat(p.path)
	check(t, err)
	if code := stranger.fileFault(info); code != FindingTokenOwner {
		t.Errorf("a file of somebody else: %q", code)
	}
}

// directoryOf is a directory that belongs to a user.
type directoryOf struct {
	os.FileInfo
	uid uint32
}

func (d directoryOf) Sys() any { return &syscall.Stat_t{Uid: d.uid} }

func TestAncestorsMayNotBelongToStrangers(t *testing.T) {
	ours, err := os.Lstat(newPlace(t).loc.Dir)
	check(t, err)
	v := vault{uid: 4711}
	for uid, want := range map[uint32]FindingCode{0: "", 4711: "", 4712: FindingDirectoryOwner} {
		if code := v.directoryFault(directoryOf{ours, uid}, false); code != want {
			t.Errorf("a directory of user %d above: %q, want %q", uid, code, want)
		}
	}
}

func TestAncestorsMayBelongToRoot(t *testing.T) {
	v := vault{uid: 4711}
	root, err := os.Lstat("/")
	check(t, err)
	if code := v.directoryFault(root, false); code != "" {
		t.Errorf("/ above: %q", code)
	}
	if code := v.directoryFault(root, true); code != FindingDirectoryOwner {
		t.Errorf("/ as the state directory: %q", code)
	}
}
