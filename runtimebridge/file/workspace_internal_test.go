package file

import (
	"os"
	"path/filepath"
	"strconv"
	"testing"

	"github.com/openprogram/openprogram-go/runtimebridge"
)

// A link that takes the place of a working directory between the resolving of
// its path and the opening cannot be had by calling a tool.
func TestARootIsNotOpenedThroughALink(t *testing.T) {
	dir := t.TempDir()
	link := filepath.Join(dir, "link")
	if err := os.Symlink(dir, link); err != nil {
		t.Fatal(err)
	}
	if root, err := openRoot(link); err == nil {
		_ = root.Close()
		t.Error("opened")
	}
	root, err := openRoot(dir)
	if err != nil {
		t.Fatal(err)
	}
	_ = root.Close()
}

func TestTheLedgerForgetsTheOldest(t *testing.T) {
	var l ledger
	in := runtimebridge.Invocation{SessionID: "s"}
	for i := range maxLedger + 1 {
		l.remember(in, strconv.Itoa(i), fingerprint{size: i})
	}
	l.remember(in, "1", fingerprint{size: 1}) // known already: forgets nothing
	if err := l.check(in, "0", fingerprint{}); err == nil {
		t.Error("the oldest is still known")
	}
	for _, i := range []int{1, maxLedger} {
		if err := l.check(in, strconv.Itoa(i), fingerprint{size: i}); err != nil {
			t.Errorf("%d: %v", i, err)
		}
	}
	if len(l.known) != maxLedger || len(l.order) != maxLedger {
		t.Errorf("%d known, %d in order", len(l.known), len(l.order))
	}
}

func TestASearchStopsWhenItHasSeenEnough(t *testing.T) {
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"a", "b", "c"} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte("x"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	w := &workspace{dirs: []string{dir}, walkLimit: 3} // the directory, a and b
	in := runtimebridge.Invocation{
		Arguments: runtimebridge.Arguments{"pattern": "*"},
		Progress:  func(runtimebridge.Progress) {},
	}
	const note = "[stopped: too many files to look at]\n"
	if got, err := w.glob(t.Context(), in); err != nil || len(got) != len("a\nb\n"+note) {
		t.Errorf("glob: %q, %v", got, err)
	}
	in.Arguments["pattern"] = "x"
	if got, err := w.grep(t.Context(), in); err != nil || got != "a\nb\n"+note {
		t.Errorf("grep: %q, %v", got, err)
	}
}
