//go:build unix && !aix

package mcpauth_test

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/openprogram/openprogram-go/mcpauth"
)

func TestAuthenticateGivesTheClientOfTheToken(t *testing.T) {
	client, err := mcpauth.Authenticate(withToken(t, stored), stored)
	must(t, err)
	if !client.Valid() || client.ID() != "6f69975abe580db3" {
		t.Errorf("client %q, want 6f69975abe580db3", client.ID())
	}
}

func TestZeroClientIsInvalid(t *testing.T) {
	if (mcpauth.Client{}).Valid() {
		t.Error("a client that nobody authenticated is valid")
	}
}

func TestAuthenticateTrimsNothing(t *testing.T) {
	presented := map[string]string{
		"shorter":       stored[:len(stored)-1],
		"longer":        stored + "x",
		"other case":    strings.ToUpper(stored),
		"line feed":     stored + "\n",
		"blank":         " " + stored,
		"quotes":        `"` + stored + `"`,
		"placeholder":   "${OPENPROGRAM_MCP_TOKEN}",
		"scheme":        "Bearer " + stored,
		"not ASCII":     stored + "\u00e9",
		"not UTF-8":     stored + "\xff",
		"NUL":           stored + "\x00",
		"one blank":     " ",
		"its client id": "6f69975abe580db3",
	}
	loc := withToken(t, stored)
	for name, value := range presented {
		t.Run("presented "+name, func(t *testing.T) { assertRefused(t, loc, value, mcpauth.ReasonMismatch) })
	}
	files := map[string]string{
		"line feed":       stored + "\n",
		"CR LF":           stored + "\r\n",
		"byte order mark": "\ufeff" + stored,
		"blank":           " " + stored,
		"NUL":             stored + "\x00",
		"two lines":       stored + "\n" + stored,
		"empty":           "",
		"UTF-16":          "\xff\xfes\x00t\x00",
	}
	for name, text := range files {
		t.Run("stored "+name, func(t *testing.T) {
			assertRefused(t, withToken(t, text), stored, mcpauth.ReasonMismatch)
		})
	}
}

func TestAuthenticateDoesNotJudgeTheFormOfAToken(t *testing.T) {
	for name, text := range map[string]string{
		"short": "x", "with a line feed": "x\n", "not ASCII": "\u00e9", "longest": strings.Repeat("A", 4096),
	} {
		t.Run(name, func(t *testing.T) {
			if _, err := mcpauth.Authenticate(withToken(t, text), text); err != nil {
				t.Errorf("Authenticate: %v", err)
			}
		})
	}
}

func TestEmptyNeverEqualsEmpty(t *testing.T) {
	assertRefused(t, withToken(t, ""), "", mcpauth.ReasonNoVariable)
}

func TestNothingPresentedIsRefusedFirst(t *testing.T) {
	assertRefused(t, mcpauth.Location{}, "", mcpauth.ReasonNoVariable)
}

func TestAuthenticateRefusesAnUnsafeFile(t *testing.T) {
	replace := func(make func(path string) error) func(*testing.T, mcpauth.Location) {
		return func(t *testing.T, loc mcpauth.Location) {
			must(t, os.Remove(loc.TokenPath()))
			must(t, make(loc.TokenPath()))
		}
	}
	tests := map[string]struct {
		spoil func(*testing.T, mcpauth.Location)
		want  mcpauth.Reason
	}{
		"missing": {func(t *testing.T, loc mcpauth.Location) { must(t, os.Remove(loc.TokenPath())) }, mcpauth.ReasonNoFile},
		"missing with its directory": {func(t *testing.T, loc mcpauth.Location) { must(t, os.RemoveAll(loc.Dir)) },
			mcpauth.ReasonNoFile},
		"a link": {func(t *testing.T, loc mcpauth.Location) {
			must(t, os.Rename(loc.TokenPath(), loc.TokenPath()+".real"))
			must(t, os.Symlink(mcpauth.FileName+".real", loc.TokenPath()))
		}, mcpauth.ReasonBadFile},
		"a second name": {func(t *testing.T, loc mcpauth.Location) {
			must(t, os.Link(loc.TokenPath(), loc.TokenPath()+".copy"))
		}, mcpauth.ReasonBadFile},
		"a directory": {replace(func(path string) error { return os.Mkdir(path, 0o700) }), mcpauth.ReasonBadFile},
		"a pipe":      {replace(func(path string) error { return syscall.Mkfifo(path, 0o600) }), mcpauth.ReasonBadFile},
		"too long": {func(t *testing.T, loc mcpauth.Location) {
			writeFile(t, loc.TokenPath(), strings.Repeat("A", 4097), 0o600)
		}, mcpauth.ReasonBadFile},
	}
	for _, mode := range []os.FileMode{0o644, 0o640, 0o400, 0o700, 0o660, 0o604, 0o602, 0o610, 0o000, 0o600 | os.ModeSticky, 0o600 | os.ModeSetuid} {
		test := tests["missing"]
		test.spoil = func(t *testing.T, loc mcpauth.Location) { must(t, os.Chmod(loc.TokenPath(), mode)) }
		test.want = mcpauth.ReasonBadFile
		tests["mode "+mode.String()] = test
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			loc := withToken(t, stored)
			test.spoil(t, loc)
			assertRefused(t, loc, stored, test.want)
		})
	}
}

func TestAuthenticateRefusesALongFileThatMatches(t *testing.T) {
	long := strings.Repeat("A", 4097)
	assertRefused(t, withToken(t, long), long, mcpauth.ReasonBadFile)
}

func TestAuthenticateRefusesAnUnsafePlace(t *testing.T) {
	for name, place := range unsafePlaces() {
		t.Run(name, func(t *testing.T) {
			loc := place(t, privateDir(t))
			if filepath.IsAbs(loc.Dir) { // where the place can hold one, there is a good token in it
				_ = os.WriteFile(loc.TokenPath(), []byte(stored), 0o600)
			}
			_, err := mcpauth.Authenticate(loc, stored)
			if got := reason(err); got != mcpauth.ReasonBadFile && got != mcpauth.ReasonNoFile {
				t.Errorf("Authenticate: %v, reason %q", err, got)
			}
		})
	}
}

func TestAuthenticateChangesNothing(t *testing.T) {
	base := privateDir(t)
	assertRefused(t, mcpauth.Location{Dir: filepath.Join(base, "a", "b")}, stored, mcpauth.ReasonNoFile)
	assertRefused(t, mcpauth.Location{Home: base, Dir: filepath.Join(base, ".openprogram")}, stored, mcpauth.ReasonNoFile)
	assertEntries(t, base)
}

// assertRefused checks the one text of every failure, and that it hides why.
func assertRefused(t *testing.T, loc mcpauth.Location, presented string, want mcpauth.Reason) {
	t.Helper()
	client, err := mcpauth.Authenticate(loc, presented)
	if client.Valid() || !errors.Is(err, mcpauth.ErrAuthentication) {
		t.Fatalf("Authenticate: valid %v, error %v", client.Valid(), err)
	}
	if got := reason(err); got != want {
		t.Errorf("reason %q, want %q", got, want)
	}
	if err.Error() != "MCP server authentication failed" {
		t.Errorf("text %q", err)
	}
	for _, verb := range []string{"%+v", "%#v"} {
		if text := fmt.Sprintf(verb, err); strings.Contains(text, stored) || loc.Dir != "" && strings.Contains(text, loc.Dir) {
			t.Errorf("%s shows the token or the path: %s", verb, text)
		}
	}
	var path *os.PathError
	if errors.As(err, &path) {
		t.Error("the error carries one of the operating system")
	}
}
