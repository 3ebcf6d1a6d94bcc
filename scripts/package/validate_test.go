package main

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"
)

func TestBundleFaults(t *testing.T) {
	text, err := (&distribution{version: "1.2.3"}).description(tree, digest(nil))
	if err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct{ before, after, want string }{
		"as it is":      {"", "", ""},
		"a tag's slash": {"openprogram-v1.2.3", "openprogram-cli%2Fv1.2.3", "no file of a release"},
		"another host":  {"https://github.com/openprogram/openprogram-go/releases", "https://example.org/o/r/releases", "no file of a release"},
		"no digest":     {digest(nil), "", "has no digest"},
		"no package":    {`"packages"`, `"others"`, "no package"},
	} {
		t.Run(name, func(t *testing.T) {
			var fields map[string]any
			if err := json.Unmarshal([]byte(strings.Replace(text, c.before, c.after, 1)), &fields); err != nil {
				t.Fatal(err)
			}
			faults := strings.Join(bundleFaults(fields), "\n")
			if c.want == "" && faults != "" || !strings.Contains(faults, c.want) {
				t.Errorf("found %q, want %q", faults, c.want)
			}
		})
	}
}

// What cannot be had says so, and is neither passed nor failed.
func TestValidatorsThatCannotBeHad(t *testing.T) {
	t.Setenv("GOMODCACHE", t.TempDir())
	t.Setenv("GOPROXY", "off")
	t.Setenv("PATH", t.TempDir())
	var gone unreachable
	if err := validateDescription(t.Context(), "{}"); !errors.As(err, &gone) {
		t.Errorf("without a proxy: %v", err)
	}
	if err := validateManifest(t.Context(), t.TempDir(), t.TempDir()); !errors.As(err, &gone) {
		t.Errorf("without npm: %v", err)
	}
	if _, err := (&rehearsal{scratch: t.TempDir()}).goreleaser(t.Context()); !errors.As(err, &gone) {
		t.Errorf("without goreleaser: %v", err)
	}
	if _, err := (&rehearsal{scratch: t.TempDir(), strict: true}).goreleaser(t.Context()); err == nil || errors.As(err, &gone) {
		t.Errorf("without goreleaser where nothing may be left out: %v", err)
	}
}

func TestRunRefuses(t *testing.T) {
	for _, arguments := range [][]string{nil, {"build"}, {"build", "v1.2.3"}, {"build", "1.2"}, {"rehearse", "more"}, {"build", "1.2.3", "more"}} {
		if code, _ := run(t.Context(), arguments); code != 2 {
			t.Errorf("%q: exit %d", arguments, code)
		}
	}
}
