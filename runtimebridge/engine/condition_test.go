package engine_test

import (
	"bytes"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/openprogram/openprogram-go/runtimebridge"
	"github.com/openprogram/openprogram-go/runtimebridge/engine"
)

// reasons are what a log says about the sessions.
func reasons(log *bytes.Buffer) []string {
	var found []string
	for line := range strings.Lines(log.String()) {
		if _, reason, told := strings.Cut(line, `msg="the sessions cannot be used" reason=`); told {
			found = append(found, strings.TrimSpace(reason))
		}
	}
	return found
}

// The log says why the sessions cannot be used, once for each reason, however
// often somebody tries.
func TestTheLogSaysWhySessionsCannotBeUsed(t *testing.T) {
	var log bytes.Buffer
	f := newFixture(t, func(o *engine.Options) { o.Logger = slog.New(slog.NewTextHandler(&log, nil)) })
	c := f.client(t)
	path := filepath.Join(f.state, "sessions.db")
	place := func(make func() error) {
		t.Helper()
		if err := os.RemoveAll(path); err != nil {
			t.Fatal(err)
		}
		if err := make(); err != nil {
			t.Fatal(err)
		}
		for range 2 {
			_, list := c.Sessions(t.Context(), 1)
			_, branch := c.Branch(t.Context(), "s")
			_, prompt := c.Prompt(t.Context(), runtimebridge.Prompt{Text: "a"})
			if list == nil || branch == nil || prompt == nil {
				t.Errorf("%v, %v, %v", list, branch, prompt)
			}
		}
	}
	if err := os.MkdirAll(f.state, 0o700); err != nil {
		t.Fatal(err)
	}
	place(func() error { return os.Mkdir(path, 0o700) })
	place(func() error { return os.WriteFile(path, []byte("Dear diary,\n"), 0o600) })
	place(func() error { return os.Mkdir(path, 0o700) })
	if diff := cmp.Diff([]string{"unsafe_file", "not_a_database", "unsafe_file"}, reasons(&log)); diff != "" {
		t.Errorf("reasons (-want +got):\n%s", diff)
	}
	if strings.Contains(log.String(), f.state) {
		t.Errorf("the log holds a path: %s", &log)
	}
	// What is wrong with a request says nothing about the sessions.
	log.Reset()
	if err := os.Remove(path); err != nil {
		t.Fatal(err)
	}
	if _, err := c.Branch(t.Context(), "nobody"); err == nil {
		t.Error("a session is there")
	}
	if _, err := c.Prompt(t.Context(), runtimebridge.Prompt{Text: " "}); err == nil {
		t.Error("a blank prompt was run")
	}
	if got := reasons(&log); got != nil {
		t.Errorf("reasons %q", got)
	}
}
