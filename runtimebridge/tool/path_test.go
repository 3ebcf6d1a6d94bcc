package tool_test

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/openprogram/openprogram-go/runtimebridge/tool"
)

// realTempDir is a temporary directory with its own links resolved.
func realTempDir(t *testing.T) string {
	t.Helper()
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	return dir
}

func link(t *testing.T, target, name string) {
	t.Helper()
	if err := os.Symlink(target, name); err != nil {
		t.Fatal(err)
	}
}

func TestResolvePath(t *testing.T) {
	dir, other := realTempDir(t), realTempDir(t)
	if err := os.WriteFile(filepath.Join(dir, "file"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.MkdirAll(filepath.Join(dir, "sub", "deep"), 0o700); err != nil {
		t.Fatal(err)
	}
	link(t, "file", filepath.Join(dir, "relative"))
	link(t, other, filepath.Join(dir, "absolute"))
	link(t, filepath.Join(other, "later"), filepath.Join(dir, "dangling"))
	link(t, "sub/deep", filepath.Join(dir, "jump"))
	link(t, "loop2", filepath.Join(dir, "loop1"))
	link(t, "loop1", filepath.Join(dir, "loop2"))

	in := func(base, path string) string { return filepath.Join(base, filepath.FromSlash(path)) }
	tests := []struct {
		name, path, want string // want "": unresolvable
	}{
		{"file", "file", in(dir, "file")},
		{"missing parents", "a/b/c", in(dir, "a/b/c")},
		{"relative link", "relative", in(dir, "file")},
		{"absolute link", "absolute/x", in(other, "x")},
		{"dangling link", "dangling", in(other, "later")},
		{"below a dangling link", "dangling/x", in(other, "later/x")},
		{"dots", "./sub/.//deep/", in(dir, "sub/deep")},
		{"up after a link goes up from its target", "jump/..", in(dir, "sub")},
		{"up after what is missing", "a/../file", in(dir, "file")},
		{"below a file", "file/x", in(dir, "file/x")},
		{"above the root", strings.Repeat("../", 60) + "x", filepath.Join(filepath.VolumeName(dir)+string(filepath.Separator), "x")},
		{"absolute", in(dir, "relative"), in(dir, "file")},
		{"empty", "", ""},
		{"NUL", "a\x00b", ""},
		{"loop", "loop1/x", ""},
		{"endless name", strings.Repeat("n", 5000), ""},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			got, err := tool.ResolvePath(dir, test.path)
			if test.want == "" {
				if !errors.Is(err, tool.ErrUnresolvable) {
					t.Errorf("got %q, %v, want ErrUnresolvable", got, err)
				}
				return
			}
			if err != nil || got != test.want {
				t.Errorf("got %q, %v, want %q", got, err, test.want)
			}
		})
	}
}

func TestResolvePathNeedsADirectoryForARelativePath(t *testing.T) {
	for _, dir := range []string{"", "relative"} {
		if got, err := tool.ResolvePath(dir, "x"); !errors.Is(err, tool.ErrUnresolvable) {
			t.Errorf("from %q: got %q, %v", dir, got, err)
		}
	}
}

func TestResolvePathCountsLinksOverTheWholePath(t *testing.T) {
	dir := realTempDir(t)
	// Each link runs twice through the one before: 2^30 steps without a limit.
	link(t, ".", filepath.Join(dir, "l0"))
	for i := 1; i <= 30; i++ {
		before := fmt.Sprintf("l%d", i-1)
		link(t, before+"/"+before, filepath.Join(dir, fmt.Sprintf("l%d", i)))
	}
	if _, err := tool.ResolvePath(dir, "l30"); !errors.Is(err, tool.ErrUnresolvable) {
		t.Errorf("error %v, want ErrUnresolvable", err)
	}
}

func TestProtectionCoversOtherSpellings(t *testing.T) {
	dir := realTempDir(t)
	secret := filepath.Join(dir, "secret")
	if err := os.Mkdir(secret, 0o700); err != nil {
		t.Fatal(err)
	}
	protection, err := tool.NewProtection([]string{secret}, nil)
	if err != nil {
		t.Fatal(err)
	}
	upper := filepath.Join(dir, "SECRET", "x")
	_, statErr := os.Stat(filepath.Dir(upper))
	foldsCase := statErr == nil
	if runtime.GOOS == "linux" && foldsCase {
		t.Fatal("the temporary directory folds case")
	}
	if got := protection.Covers(upper); got != foldsCase {
		t.Errorf("another letter case: covered %v, want %v", got, foldsCase)
	}
	if !protection.Covers(filepath.Join(secret, "x")) || protection.Covers(dir) {
		t.Error("protection is not exactly the folder and what is below it")
	}
}
