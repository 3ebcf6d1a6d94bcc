package main

import (
	"bytes"
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/openprogram/openprogram-go/scripts/internal/git"
)

// fault is a fault that a gate must see.
type fault struct {
	gate  string
	name  string
	files map[string]string // "" removes a file
	tag   string            // set on the last commit before
	want  string            // in one of the lines that the gate gives
}

// TestEveryGateCanFail plants one fault after the other in a sound workspace and
// looks whether the gate for it reports it. A gate without a fault fails as well.
func TestEveryGateCanFail(t *testing.T) {
	root := sound(t)
	w, err := openTree(root)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(w.close)
	w.database = database(t, false)
	if err := w.renewGoldens(t.Context()); err != nil {
		t.Fatal(err)
	}
	commit(t, root)
	var out bytes.Buffer
	if !report(t.Context(), w, gates, true, &out) {
		t.Fatalf("the sound workspace is found at fault:\n%s", out.Bytes())
	}
	planted := map[string]bool{"vulnerabilities": true} // below
	for _, f := range faults {
		planted[f.gate] = true
		t.Run(f.gate+"/"+f.name, func(t *testing.T) { f.plant(t, root) })
	}
	for _, g := range gates {
		if !planted[g.name] {
			t.Errorf("no fault is planted for gate %s", g.name)
		}
	}
}

// plant plants the fault, asks the gate and takes the fault back.
func (f fault) plant(t *testing.T, root string) {
	repository := git.Repository{Dir: root}
	if f.tag != "" {
		if _, err := repository.Run(t.Context(), "tag", f.tag); err != nil {
			t.Fatal(err)
		}
	}
	write(t, root, f.files)
	t.Cleanup(func() { restore(t, root, f.tag) })
	g, ok := find(f.gate)
	if !ok {
		t.Fatalf("there is no gate %s", f.gate)
	}
	w, err := openTree(root)
	if err != nil {
		t.Fatal(err)
	}
	defer w.close()
	found, err := g.run(t.Context(), w)
	if err != nil {
		t.Fatal(err)
	}
	if text := strings.Join(found, "\n"); !strings.Contains(text, f.want) {
		t.Errorf("found %q, want a line with %q", text, f.want)
	}
}

// A database of its own shows that a known vulnerability is found, and an address
// where nobody listens that the gate is left out aloud and not passed.
func TestVulnerabilities(t *testing.T) {
	w, err := openTree(sound(t))
	if err != nil {
		t.Fatal(err)
	}
	defer w.close()
	w.database = database(t, true)
	found, err := invulnerable(t.Context(), w)
	if err != nil || !strings.Contains(strings.Join(found, "\n"), "GO-2000-0001") {
		t.Errorf("found %q, %v", found, err)
	}
	w.database = "http://127.0.0.1:1"
	var out bytes.Buffer
	g, _ := find("vulnerabilities")
	if !report(t.Context(), w, []gate{g}, false, &out) || !strings.Contains(out.String(), "SKIPPED vulnerabilities") ||
		!strings.HasSuffix(out.String(), "0 passed, 0 failed, 1 skipped\n") {
		t.Errorf("it prints %q", out.String())
	}
	if report(t.Context(), w, []gate{g}, true, &out) {
		t.Error("it passes where nothing may be left out")
	}
}

func TestReportFailsOnAnErrorToLook(t *testing.T) {
	blind := gate{name: "blind", run: func(context.Context, *tree) ([]string, error) { return nil, errors.New("cannot look") }}
	var out bytes.Buffer
	if report(t.Context(), nil, []gate{blind}, false, &out) || !strings.Contains(out.String(), "cannot look\nFAIL blind") {
		t.Errorf("it prints %q", out.String())
	}
}

func TestRunRefusesAGateThatIsNotThere(t *testing.T) {
	var out, problems bytes.Buffer
	if code := run(t.Context(), []string{"-only", "gofmt,nothing"}, &out, &problems); code != 2 || !strings.Contains(problems.String(), `"nothing"`) {
		t.Errorf("exit %d, %q", code, problems.String())
	}
	if code := run(t.Context(), []string{"-list"}, &out, &problems); code != 0 || strings.Count(out.String(), "\n") != len(gates) {
		t.Errorf("exit %d, %q", code, out.String())
	}
}

func write(t *testing.T, root string, files map[string]string) {
	t.Helper()
	for name, text := range files {
		path := filepath.Join(root, filepath.FromSlash(name))
		if text == "" {
			if err := os.Remove(path); err != nil {
				t.Fatal(err)
			}
			continue
		}
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
}

func commit(t *testing.T, root string) {
	t.Helper()
	repository := git.Repository{Dir: root}
	for _, arguments := range [][]string{
		{"init", "--quiet"}, {"config", "user.name", "somebody"}, {"config", "user.email", "somebody@example.org"},
		{"add", "--all"}, {"commit", "--quiet", "-m", "sound"},
	} {
		if _, err := repository.Run(t.Context(), arguments...); err != nil {
			t.Fatal(err)
		}
	}
}

func restore(t *testing.T, root, tag string) {
	t.Helper()
	commands := [][]string{{"reset", "--quiet", "--hard"}, {"clean", "--quiet", "-d", "--force"}}
	if tag != "" {
		commands = append(commands, []string{"tag", "--delete", tag})
	}
	for _, arguments := range commands {
		// The context of a test ends before its clean-up.
		if _, err := (git.Repository{Dir: root}).Run(context.WithoutCancel(t.Context()), arguments...); err != nil {
			t.Error(err)
		}
	}
}
