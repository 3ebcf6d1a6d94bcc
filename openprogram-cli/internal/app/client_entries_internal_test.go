package app

import (
	"errors"
	"os"
	"path/filepath"
	"testing"

	"github.com/openprogram/openprogram-go/openprogram-cli/internal/clients"
	"github.com/openprogram/openprogram-go/openprogram-cli/internal/state"
)

// What a client writes while its file is being changed is not lost.
func TestAFileThatChangedMeanwhileIsLeftAlone(t *testing.T) {
	home := t.TempDir()
	path := filepath.Join(home, ".cursor", "mcp.json")
	entries := ClientEntries{
		Location: state.Location{Dir: filepath.Join(home, ".openprogram"), Home: home}, Command: "/op",
		Machine: clients.Machine{OS: "linux", Home: home, Getenv: func(string) string { return "" }},
	}
	cursor, _ := clients.Find("cursor")
	write := func(text string) {
		t.Helper()
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for name, c := range map[string]struct{ before, meanwhile func() }{
		"another text": {func() { write("{}") }, func() { write(`{"theme":"dark"}`) }},
		"a new file":   {func() { os.Remove(path) }, func() { write(`{"theme":"dark"}`) }},
		"no file":      {func() { write("{}") }, func() { os.Remove(path) }},
	} {
		t.Run(name, func(t *testing.T) {
			c.before()
			change, err := entries.Adding(cursor, entries.Entry("t"))
			if err != nil {
				t.Fatal(err)
			}
			c.meanwhile()
			then, _ := os.ReadFile(path)
			if err := entries.Apply(change); !errors.Is(err, ErrClientChanged) {
				t.Errorf("got %v", err)
			}
			if now, _ := os.ReadFile(path); string(now) != string(then) {
				t.Errorf("the file became %q", now)
			}
		})
	}
}
