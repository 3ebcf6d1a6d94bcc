//go:build unix

package acceptance_test

import (
	"bytes"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// sinks are all that came out of the program, by where.
type sinks map[string][]byte

func (s sinks) add(where string, what ...string) {
	for _, w := range what {
		s[where] = append(append(s[where], w...), '\n')
	}
}

// addFiles takes in what is below a directory. name says which sink a file is.
func (s sinks) addFiles(t *testing.T, dir string, name func(path string) string) {
	t.Helper()
	err := filepath.WalkDir(dir, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || !entry.Type().IsRegular() {
			return err
		}
		data, err := os.ReadFile(path)
		relative, _ := filepath.Rel(dir, path)
		s.add(name(relative), relative, string(data))
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

// canary is a value that is easy to tell, and where it has been seen.
type canary struct {
	value string
	must  []string // sinks it has to be in: it was used
	may   []string // sinks it may be in too
}

// value makes the value of a canary. What stands around it in the tests has other
// forms when it is escaped; this has one.
func value(name string) string {
	sum := sha256.Sum256([]byte("canary of " + name))
	return "canary" + name + hex.EncodeToString(sum[:6])
}

// forms are what a value looks like when it was encoded on its own or inside
// something longer, or hashed.
func forms(value string) map[string]string {
	sum := sha256.Sum256([]byte(value))
	digits := hex.EncodeToString(sum[:])
	all := map[string]string{
		"as it is":          value,
		"in capitals":       strings.ToUpper(value),
		"in hex":            hex.EncodeToString([]byte(value)),
		"hashed":            digits[16:], // the first 16 digits of the token's are the client's id
		"hashed, in base64": base64.RawStdEncoding.EncodeToString(sum[:])[:40],
	}
	for shift, name := range []string{"in base64", "in base64, one byte on", "in base64, two bytes on"} {
		for _, encoding := range []*base64.Encoding{base64.RawStdEncoding, base64.RawURLEncoding} {
			text := encoding.EncodeToString([]byte(strings.Repeat("x", shift) + value))
			text = text[[]int{0, 2, 3}[shift] : len(text)-2] // without what the neighbours change
			if all[name] != "" && all[name] != text {
				name += " for URLs"
			}
			all[name] = text
		}
	}
	return all
}

// leaks says which canaries are where they must not be, or nowhere.
func leaks(canaries map[string]canary, seen sinks) []string {
	var found []string
	for name, c := range canaries {
		for where, content := range seen {
			if slices.Contains(c.must, where) || slices.Contains(c.may, where) {
				continue
			}
			for form, text := range forms(c.value) {
				if i := bytes.Index(content, []byte(text)); i >= 0 {
					around := content[max(0, i-80):min(len(content), i+len(text)+80)]
					found = append(found, "the "+name+" is in "+where+", "+form+": "+strings.ToValidUTF8(string(around), "?"))
				}
			}
		}
		for _, where := range c.must {
			if !bytes.Contains(seen[where], []byte(c.value)) {
				found = append(found, "the "+name+" is not in "+where)
			}
		}
	}
	slices.Sort(found)
	return found
}

// The search finds what it is for, and says when something was not used at all.
func TestLeaksAreFound(t *testing.T) {
	const secret = "canary/with+odd?characters"
	canaries := map[string]canary{"secret": {value: secret, must: []string{"used"}, may: []string{"also"}}}
	clean := sinks{}
	clean.add("used", secret)
	clean.add("also", secret)
	clean.add("other", "nothing of it")
	if got := leaks(canaries, clean); got != nil {
		t.Errorf("nothing has leaked: %q", got)
	}
	for name, text := range map[string]string{
		"as it is": "{" + secret + "}", "capitals": strings.ToUpper(secret), "hex": hex.EncodeToString([]byte("x" + secret)),
		"base64": base64.StdEncoding.EncodeToString([]byte(secret)), "url base64": base64.URLEncoding.EncodeToString([]byte(secret)),
		"base64 one on": base64.StdEncoding.EncodeToString([]byte("a" + secret + "bc")),
		"base64 two on": base64.RawURLEncoding.EncodeToString([]byte("ab" + secret + "c")),
		"hash":          hex.EncodeToString(func() []byte { s := sha256.Sum256([]byte(secret)); return s[:] }()),
	} {
		dirty := sinks{"used": clean["used"]}
		dirty.add("other", "in front "+text+" and behind")
		if len(leaks(canaries, dirty)) == 0 {
			t.Errorf("%s: not found", name)
		}
	}
	if got := leaks(canaries, sinks{"other": nil}); len(got) != 1 {
		t.Errorf("one that was not used: %q", got)
	}
}
