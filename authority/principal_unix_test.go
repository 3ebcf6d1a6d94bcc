//go:build unix

package authority_test

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"syscall"
	"testing"

	"github.com/openprogram/openprogram-go/authority"
)

const ownerText = `{"version":1,"principal_id":"owner/install/0123456789abcdef"}`

func TestLoadOwnerCreatesOnce(t *testing.T) {
	dir := t.TempDir()
	created, err := authority.LoadOwner(dir)
	if err != nil {
		t.Fatal(err)
	}
	if !regexp.MustCompile(`^owner/install/[0-9a-f]{16}$`).MatchString(created.ID) {
		t.Errorf("id %q", created.ID)
	}
	text, err := os.ReadFile(filepath.Join(dir, "owner.json"))
	if err != nil {
		t.Fatal(err)
	}
	if want := strings.Replace(ownerText, "owner/install/0123456789abcdef", created.ID, 1); string(text) != want {
		t.Errorf("owner.json is %q, want %q", text, want)
	}
	again, err := authority.LoadOwner(dir)
	if err != nil || again != created {
		t.Errorf("second load: %v, %v, want %v", again, err, created)
	}
	other, err := authority.LoadOwner(t.TempDir())
	if err != nil || other == created {
		t.Errorf("another installation: %v, %v", other, err)
	}
}

func TestLoadOwnerReadsWhatIsThere(t *testing.T) {
	for name, text := range map[string]string{
		"as written":         ownerText,
		"indented":           "{\n  \"version\": 1,\n  \"principal_id\": \"owner/install/0123456789abcdef\"\n}\n",
		"as large as may be": ownerText + strings.Repeat(" ", 4096-len(ownerText)),
		"another order":      `{"principal_id":"owner/install/0123456789abcdef","version":1}`,
	} {
		dir := ownerDir(t, text)
		got, err := authority.LoadOwner(dir)
		if err != nil || got.ID != "owner/install/0123456789abcdef" {
			t.Errorf("%s: %v, %v", name, got, err)
		}
	}
}

// ownerDir is a state directory whose owner.json has this text.
func ownerDir(t *testing.T, text string) string {
	t.Helper()
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "owner.json"), []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return dir
}

func TestLoadOwnerUnderAnyUmask(t *testing.T) {
	for _, mask := range []int{0, 0o077, 0o277} {
		dir := t.TempDir()
		before := syscall.Umask(mask)
		_, err := authority.LoadOwner(dir)
		syscall.Umask(before)
		info, statErr := os.Lstat(filepath.Join(dir, "owner.json"))
		if err != nil || statErr != nil || info.Mode() != 0o600 {
			t.Errorf("umask %o: mode %v, errors %v, %v", mask, info.Mode(), err, statErr)
		}
		entries, _ := os.ReadDir(dir)
		if len(entries) != 1 {
			t.Errorf("umask %o: %d files are left", mask, len(entries))
		}
	}
}

func TestLoadOwnerConcurrently(t *testing.T) {
	dir := t.TempDir()
	const creators = 12
	ids := make([]string, creators)
	var wait sync.WaitGroup
	for i := range creators {
		wait.Add(1)
		go func() {
			defer wait.Done()
			owner, err := authority.LoadOwner(dir)
			if err != nil {
				t.Error(err)
			}
			ids[i] = owner.ID
		}()
	}
	wait.Wait()
	for _, id := range ids {
		if id != ids[0] || id == "" {
			t.Fatalf("creators disagree: %q", ids)
		}
	}
}

func TestLoadOwnerNeverReplacesDamage(t *testing.T) {
	const id = `"principal_id":"owner/install/0123456789abcdef"`
	for _, text := range []string{
		"", " ", "{}", "null", "[]", "7", "{", ownerText[:40], ownerText[:len(ownerText)-1], ownerText + "x", ownerText + "{}", "\xef\xbb\xbf" + ownerText,
		`{"version":1}`, `{` + id + `}`, `{"version":2,` + id + `}`, `{"version":"1",` + id + `}`, `{"version":1.0,` + id + `}`,
		`{"version":true,` + id + `}`, `{"Version":1,` + id + `}`, `{"version":1,"Principal_ID":"owner/install/0123456789abcdef"}`,
		`{"version":1,"version":1,` + id + `}`, `{"version":1,` + id + `,` + id + `}`, `{"version":1,` + id + `,"x":1}`,
		`["version",1,"principal_id","owner/install/0123456789abcdef"]`, `{"version":[1],` + id + `}`, `{"version":[1]}`,
		`{"version":1,"principal_id":null}`, `{"version":1,"principal_id":"owner/install/0123456789ABCDEF"}`,
		`{"version":1,"principal_id":"owner/install/0123456789abcde"}`, `{"version":1,"principal_id":"0123456789abcdef"}`,
		`{"version":1,"principal_id":"owner/install/0123456789abcdef\n"}`, ownerText + strings.Repeat(" ", 4096),
	} {
		dir := ownerDir(t, text)
		got, err := authority.LoadOwner(dir)
		if !errors.Is(err, authority.ErrOwnerIdentity) || got != (authority.Principal{}) {
			t.Errorf("%q: %v, %v", text, got, err)
		}
		if err != nil && strings.Contains(err.Error(), dir) {
			t.Errorf("%q: the error names the path: %v", text, err)
		}
		after, err := os.ReadFile(filepath.Join(dir, "owner.json"))
		if err != nil || string(after) != text {
			t.Errorf("%q was replaced by %q, %v", text, after, err)
		}
	}
}

func TestLoadOwnerRefusesUnsafeFiles(t *testing.T) {
	tests := map[string]func(t *testing.T, file string){
		"readable by others": func(t *testing.T, file string) { must(t, os.Chmod(file, 0o644)) },
		"readable by group":  func(t *testing.T, file string) { must(t, os.Chmod(file, 0o640)) },
		"read only":          func(t *testing.T, file string) { must(t, os.Chmod(file, 0o400)) },
		"set user id":        func(t *testing.T, file string) { must(t, os.Chmod(file, 0o600|os.ModeSetuid)) },
		"link": func(t *testing.T, file string) {
			must(t, os.Rename(file, file+".real"))
			must(t, os.Symlink(file+".real", file))
		},
		"dangling link": func(t *testing.T, file string) {
			must(t, os.Remove(file))
			must(t, os.Symlink(file+".real", file))
		},
		"directory": func(t *testing.T, file string) {
			must(t, os.Remove(file))
			must(t, os.Mkdir(file, 0o600))
		},
		"pipe": func(t *testing.T, file string) {
			must(t, os.Remove(file))
			must(t, syscall.Mkfifo(file, 0o600))
		},
	}
	for name, spoil := range tests {
		dir := ownerDir(t, ownerText)
		spoil(t, filepath.Join(dir, "owner.json"))
		before, err := os.Lstat(filepath.Join(dir, "owner.json"))
		must(t, err)
		if got, err := authority.LoadOwner(dir); !errors.Is(err, authority.ErrOwnerIdentity) {
			t.Errorf("%s: %v, %v", name, got, err)
		}
		after, err := os.Lstat(filepath.Join(dir, "owner.json"))
		if err != nil || !os.SameFile(before, after) {
			t.Errorf("%s: the file was replaced", name)
		}
	}
}

func TestLoadOwnerRefusesUnsafeDirectories(t *testing.T) {
	linked := filepath.Join(t.TempDir(), "link")
	must(t, os.Symlink(ownerDir(t, ownerText), linked))
	shared := ownerDir(t, ownerText)
	must(t, os.Chmod(shared, 0o770))
	open := ownerDir(t, ownerText)
	must(t, os.Chmod(open, 0o707))
	for name, dir := range map[string]string{
		"link": linked, "writable by group": shared, "writable by others": open, "file": filepath.Join(ownerDir(t, ownerText), "owner.json"),
		"empty": "", "relative": ".", "foreign": foreignDir(t),
	} {
		if got, err := authority.LoadOwner(dir); !errors.Is(err, authority.ErrOwnerIdentity) {
			t.Errorf("%s: %v, %v", name, got, err)
		}
	}
	missing := filepath.Join(t.TempDir(), "missing")
	_, err := authority.LoadOwner(missing)
	if !errors.Is(err, authority.ErrOwnerIdentity) || !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("missing: %v", err)
	}
	if _, err := os.Lstat(missing); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("the directory was made: %v", err)
	}
}

// foreignDir is a directory of another user: one made for the purpose where that
// is possible, the root of the file system otherwise.
func foreignDir(t *testing.T) string {
	t.Helper()
	if os.Geteuid() != 0 {
		return "/"
	}
	dir := ownerDir(t, ownerText)
	must(t, os.Chown(dir, 1, -1))
	return dir
}

func TestLoadOwnerSurvivesLeftovers(t *testing.T) {
	dir := t.TempDir()
	must(t, os.WriteFile(filepath.Join(dir, ".owner.json.0123456789abcdef"), []byte(ownerText[:20]), 0o600))
	if _, err := authority.LoadOwner(dir); err != nil {
		t.Error(err)
	}
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func FuzzLoadOwner(f *testing.F) {
	f.Add([]byte(ownerText))
	f.Add([]byte(`{"version":1,"principal_id":"owner/install/0123456789abcdef","a":{}}`))
	dir := f.TempDir()
	name := filepath.Join(dir, "owner.json")
	f.Fuzz(func(t *testing.T, text []byte) {
		must(t, os.WriteFile(name, text, 0o600))
		got, err := authority.LoadOwner(dir)
		if (err == nil) != regexp.MustCompile(`^owner/install/[0-9a-f]{16}$`).MatchString(got.ID) {
			t.Errorf("%q: %v, %v", text, got, err)
		}
		if after, _ := os.ReadFile(name); string(after) != string(text) {
			t.Errorf("%q was replaced", text)
		}
	})
}
