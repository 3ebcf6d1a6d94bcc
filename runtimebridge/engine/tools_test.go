package engine_test

import (
	"context"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/openprogram/openprogram-go/authority"
	"github.com/openprogram/openprogram-go/runtimebridge"
	"github.com/openprogram/openprogram-go/runtimebridge/engine"
	"github.com/openprogram/openprogram-go/runtimebridge/provider/providertest"
	"github.com/openprogram/openprogram-go/runtimebridge/provider/recall"
	"github.com/openprogram/openprogram-go/runtimebridge/store"
)

// withNotes gives the memory one note.
func withNotes(t *testing.T, f *fixture) {
	t.Helper()
	dir := filepath.Join(f.state, "memory", "projects")
	if err := os.MkdirAll(dir, 0o700); err != nil {
		t.Fatal(err)
	}
	note := "# Harbour\n\n## Decisions\n\nThe crane stays.\n"
	if err := os.WriteFile(filepath.Join(dir, "harbour.md"), []byte(note), 0o600); err != nil {
		t.Fatal(err)
	}
}

// call runs a tool that must be there.
func call(t *testing.T, c runtimebridge.Connection, name string, args map[string]any) runtimebridge.Result {
	t.Helper()
	result, err := c.CallTool(t.Context(), runtimebridge.ToolCall{Name: name, Arguments: args, RequestID: "7"})
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	return result
}

func textOf(result runtimebridge.Result) string {
	var out strings.Builder
	for _, content := range result.Content {
		if text, ok := content.(runtimebridge.Text); ok {
			out.WriteString(text.Text)
		}
	}
	return out.String()
}

func TestRecallAnswersFromTheMemory(t *testing.T) {
	f := newFixture(t)
	withNotes(t, f)
	f.settings.set(func(s *settings) { s.script = recall.Provider{} })
	c := f.client(t)
	got := prompt(t, c, runtimebridge.Prompt{Text: "What about the crane?"})
	if got.Failed || !strings.Contains(got.Text, "projects/harbour.md") || !strings.Contains(got.Text, "> The crane stays.") {
		t.Errorf("got %+v", got)
	}
	if got := prompt(t, c, runtimebridge.Prompt{Text: "zeppelin", SessionID: got.SessionID}); got.Text != "I found nothing about this in the memory." {
		t.Errorf("got %+v", got)
	}
}

func TestRecallSaysThatItWasDenied(t *testing.T) {
	deny := authority.Rules{Deny: []authority.Rule{{Tool: "memory_search"}}}
	f := newFixture(t, func(o *engine.Options) { o.Rules = func() (authority.Rules, error) { return deny, nil } })
	f.settings.set(func(s *settings) { s.script = recall.Provider{} })
	got := prompt(t, f.client(t), runtimebridge.Prompt{Text: "crane"})
	if got.Text != "I could not search the memory: [denied] blocked by permission rule" {
		t.Errorf("got %+v", got)
	}
}

// TestAClientsNoteWaitsForTheOwner has a client's model add to the memory: the
// owner's files stay as they are until the owner takes the addition over.
func TestAClientsNoteWaitsForTheOwner(t *testing.T) {
	f := newFixture(t)
	withNotes(t, f)
	c, mine := f.client(t, "memory_status", "memory_search"), f.terminal(t)
	var status struct{ Revision string }
	if err := json.Unmarshal([]byte(textOf(call(t, c, "memory_status", nil))), &status); err != nil {
		t.Fatal(err)
	}
	update := `{"base_revision":"` + status.Revision + `","changes":[{"path":"projects/harbour.md","heading":"Decisions","text":"The rope goes."}]}`
	f.script(providertest.Call(store.Call{ID: "1", Name: "memory_update", Arguments: update}), providertest.Say("noted"))
	prompt(t, c, runtimebridge.Prompt{Text: "note it", RequestID: "8"})
	note := filepath.Join(f.state, "memory", "projects", "harbour.md")
	before, err := os.ReadFile(note)
	if err != nil || strings.Contains(string(before), "rope") {
		t.Fatalf("the note says %q, %v", before, err)
	}
	if found := textOf(call(t, c, "memory_search", map[string]any{"query": "rope"})); !strings.Contains(found, "[pending from ") {
		t.Errorf("found %q", found)
	}
	records, err := f.engine.Memory().Pending(t.Context())
	if err != nil || len(records) != 1 {
		t.Fatalf("pending %+v, %v", records, err)
	}
	promote := `{"source_id":"` + records[0].ID + `"}`
	f.script(providertest.Call(store.Call{ID: "1", Name: "memory_promote", Arguments: promote}), providertest.Say("done"))
	var asked []string
	prompt(t, mine, runtimebridge.Prompt{Text: "take it over", Ask: func(_ context.Context, q runtimebridge.Question) runtimebridge.Answer {
		asked = append(asked, q.Tool)
		return runtimebridge.Answer{Verdict: runtimebridge.AllowedOnce}
	}})
	after, err := os.ReadFile(note)
	if err != nil || !strings.Contains(string(after), "The crane stays.\n\nThe rope goes.") {
		t.Errorf("the note says %q, %v", after, err)
	}
	if diff := cmp.Diff([]string{"memory_promote"}, asked); diff != "" {
		t.Errorf("asked (-want +got):\n%s", diff)
	}
}

func TestFileToolsMayTouchTheNotesAndNothingElseOfTheState(t *testing.T) {
	root := t.TempDir()
	state := filepath.Join(root, "state")
	allow := authority.Rules{Allow: []authority.Rule{{Tool: "read"}, {Tool: "write"}}}
	f := newFixtureIn(t, state, root, func(o *engine.Options) { o.Rules = func() (authority.Rules, error) { return allow, nil } })
	withNotes(t, f)
	if err := os.WriteFile(filepath.Join(state, "mcp_server_token"), []byte("secret"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(root, "plain"), []byte("plain"), 0o600); err != nil {
		t.Fatal(err)
	}
	tests := []struct {
		path string
		ok   bool
	}{
		{"plain", true},
		{"state/memory/projects/harbour.md", true},
		{"state/mcp_server_token", false},
		{"state/memory/../mcp_server_token", false},
		{"state/sessions.db", false},
		{"state/memory_pending/x", false},
	}
	for _, test := range tests {
		t.Run(test.path, func(t *testing.T) {
			got, err := f.terminal(t).CallTool(t.Context(), runtimebridge.ToolCall{
				Name: "read", Arguments: map[string]any{"file_path": filepath.Join(root, filepath.FromSlash(test.path))},
			})
			if ok := err == nil && !got.IsError; ok != test.ok || strings.Contains(textOf(got), "secret") {
				t.Errorf("got %+v, %v", got, err)
			}
		})
	}
}

func TestTheSameToolsForTheModelOfAClient(t *testing.T) {
	f := newFixture(t)
	script := f.script(providertest.Say("b"))
	prompt(t, f.client(t), runtimebridge.Prompt{Text: "a"}) // nothing is exposed
	var got []string
	for _, spec := range script.Requests()[0].Tools {
		got = append(got, spec.Name)
	}
	want := []string{"memory_browse", "memory_get", "memory_grep", "memory_search", "memory_status", "memory_update"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("offered (-want +got):\n%s", diff)
	}
}

func TestProtectedPathsOutsideTheStateDirectory(t *testing.T) {
	key := filepath.Join(t.TempDir(), "key")
	f := newFixture(t, func(o *engine.Options) {
		o.WorkingDirs = []string{filepath.Dir(key)}
		o.Protected = []string{key}
	})
	if err := os.WriteFile(key, []byte("secret"), 0o600); err != nil {
		t.Fatal(err)
	}
	_, err := f.terminal(t).CallTool(t.Context(), runtimebridge.ToolCall{Name: "read", Arguments: map[string]any{"file_path": key}})
	var denial *runtimebridge.Denial
	if !errors.As(err, &denial) || denial.Kind != runtimebridge.DeniedHardConstraint {
		t.Errorf("the owner's model reads a key: %v", err)
	}
}
