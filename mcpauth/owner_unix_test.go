//go:build unix && !aix

package mcpauth

import (
	"os"
	"path/filepath"
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
