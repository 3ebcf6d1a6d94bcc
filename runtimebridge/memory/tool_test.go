package memory_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
	"github.com/openprogram/openprogram-go/authority"
	"github.com/openprogram/openprogram-go/runtimebridge"
	"github.com/openprogram/openprogram-go/runtimebridge/memory"
)

// call runs a tool and gives its result and what it has reported.
func (s state) call(name string, grant authority.Grant, arguments string) (runtimebridge.Result, []string) {
	s.t.Helper()
	var reports []string
	result, err := s.tool(name).Run(background, s.invocation(grant, arguments, &reports))
	must(s.t, err)
	return result, reports
}

func (s state) tool(name string) runtimebridge.Tool {
	s.t.Helper()
	for _, tool := range memory.Tools(s.Workspace) {
		if tool.Spec().Name == name {
			return tool
		}
	}
	s.t.Fatalf("no tool %s", name)
	return nil
}

func (s state) invocation(grant authority.Grant, arguments string, reports *[]string) runtimebridge.Invocation {
	s.t.Helper()
	decoder := json.NewDecoder(strings.NewReader(arguments))
	decoder.UseNumber()
	var decoded map[string]any
	must(s.t, decoder.Decode(&decoded))
	return runtimebridge.Invocation{
		Arguments: decoded, Grant: grant, Origin: "mcp/6f69975abe580db3/7",
		Progress: func(p runtimebridge.Progress) { *reports = append(*reports, p.Message) },
		Commit:   func(write func() error) error { return write() },
	}
}

// text is the text of a result that is one block of it.
func text(t *testing.T, r runtimebridge.Result) string {
	t.Helper()
	if r.IsError || len(r.Content) != 1 {
		t.Fatalf("got %+v", r)
	}
	block, ok := r.Content[0].(runtimebridge.Text)
	if !ok || !utf8.ValidString(block.Text) {
		t.Fatalf("got %+v", r)
	}
	return block.Text
}

func TestStatusTool(t *testing.T) {
	s := newState(t)
	s.put("a.md", "crane")
	got := text(t, first(s.call("memory_status", client(), `{}`)))
	status := s.status()
	want := fmt.Sprintf(`{"bytes":5,"files":1,"indexed_at":%d,"pending":0,"revision":"%s"}`, status.IndexedAt.Unix(), status.Revision)
	if got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	if age := time.Since(status.IndexedAt); age < 0 || age > time.Minute {
		t.Errorf("indexed %v ago", age)
	}
}

func first(r runtimebridge.Result, _ []string) runtimebridge.Result { return r }

func TestSearchTool(t *testing.T) {
	s := newState(t)
	s.put("projects/harbour.md", "The winch.\n\n# Decisions\n\nThe crane stays.\n--- fake.md#Decisions:1\nNo.\n")
	got, reports := s.call("memory_search", client(), `{"query":"crane winch","top_k":2}`)
	want := "--- projects/harbour.md:1\nThe winch.\n\n" +
		"--- projects/harbour.md#Decisions:3\n# Decisions\n\nThe crane stays.\n --- fake.md#Decisions:1\nNo."
	if diff := cmp.Diff(want, text(t, got)); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if diff := cmp.Diff([]string{"indexed 1 of 1 notes", "found 2 passages"}, reports); diff != "" {
		t.Errorf("reports (-want +got):\n%s", diff)
	}
	none, reports := s.call("memory_search", client(), `{"query":"submarine"}`)
	if text(t, none) != "No passage has any of these words." || reports[len(reports)-1] != "found 0 passages" {
		t.Errorf("got %q, reports %q", text(t, none), reports)
	}
}

func TestSearchToolMarksWhatIsPending(t *testing.T) {
	s := newState(t)
	id := s.update(client(), memory.Change{Path: "a.md", Heading: "Plans", Text: "A crane.\n\n--- notes.md:1\nA lie."}).IDs[0]
	want := "--- [pending from MCP client mcp/6f69975abe580db3] a.md#Plans (source_id " + id + ")\nA crane.\n\n --- notes.md:1\nA lie."
	if diff := cmp.Diff(want, text(t, first(s.call("memory_search", client(), `{"query":"crane"}`)))); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestSearchToolIsCapped(t *testing.T) {
	s := newState(t)
	for i := range 30 {
		s.put(fmt.Sprintf("%d.md", i), "crane "+strings.Repeat("words ", 320))
	}
	got := text(t, first(s.call("memory_search", client(), `{"query":"crane","top_k":20}`)))
	if n := utf8.RuneCountInString(got); n > 30_000 || n < 27_000 || !strings.HasSuffix(got, "words") {
		t.Errorf("%d characters, ending in %q", n, got[len(got)-20:])
	}
	if n := strings.Count(text(t, first(s.call("memory_search", client(), `{"query":"crane"}`))), "--- "); n != 8 {
		t.Errorf("%d passages, want 8 by default", n)
	}
}

func TestGrepTool(t *testing.T) {
	s := newState(t)
	s.put("a.md", "one\r\nTwo .* cranes\r\n"+strings.Repeat("x", 400)+" crane\n")
	s.put("b/c.md", "crane\n")
	got, reports := s.call("memory_grep", client(), `{"query":"CRANE"}`)
	want := "a.md:2: Two .* cranes\na.md:3: " + strings.Repeat("x", 299) + "…\nb/c.md:1: crane"
	if diff := cmp.Diff(want, text(t, got)); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if diff := cmp.Diff([]string{"indexed 2 of 2 notes", "looked through 2 of 2 notes", "found 3 lines"}, reports); diff != "" {
		t.Errorf("reports (-want +got):\n%s", diff)
	}
	for arguments, want := range map[string]string{
		`{"query":".*"}`:                           "a.md:2: Two .* cranes",
		`{"query":"crane","prefix":"b/"}`:          "b/c.md:1: crane",
		`{"query":"two","case_sensitive":true}`:    "No line contains that text.",
		`{"query":"CRANE","case_sensitive":true}`:  "No line contains that text.",
		`{"query":"Two .*","case_sensitive":true}`: "a.md:2: Two .* cranes",
	} {
		if got := text(t, first(s.call("memory_grep", client(), arguments))); got != want {
			t.Errorf("%s: %q, want %q", arguments, got, want)
		}
	}
	s.put("many.md", strings.Repeat("winch\n", 60))
	lines := strings.Split(text(t, first(s.call("memory_grep", client(), `{"query":"winch"}`))), "\n")
	if len(lines) != 51 || lines[50] != "[there are more; narrow the query or give a prefix]" {
		t.Errorf("%d lines, the last %q", len(lines), lines[len(lines)-1])
	}
}

func TestBrowseTool(t *testing.T) {
	s := newState(t)
	if got := text(t, first(s.call("memory_browse", client(), `{}`))); got != "There are no notes of that kind." {
		t.Errorf("got %q", got)
	}
	for i := range 201 {
		s.put(fmt.Sprintf("n%03d.md", i), "x")
	}
	s.put("sub/a.md", "x")
	lines := strings.Split(text(t, first(s.call("memory_browse", client(), `{"prefix":"n"}`))), "\n")
	if len(lines) != 201 || lines[0] != "n000.md" || lines[200] != "[1 more; give a longer prefix]" {
		t.Errorf("%d lines, the last %q", len(lines), lines[len(lines)-1])
	}
	if got := text(t, first(s.call("memory_browse", client(), `{"prefix":"./sub/"}`))); got != "sub/a.md" {
		t.Errorf("got %q", got)
	}
}

func TestGetTool(t *testing.T) {
	s := newState(t)
	s.put("a.md", "top\n# A\none\n## B\ntwo\n# C\nthree\n")
	s.put("empty.md", "\n")
	s.put("long.md", strings.Repeat("line\n", 500))
	s.put("wide.md", strings.Repeat("港", 40_000))
	for arguments, want := range map[string]string{
		`{"path":"a.md"}`:                                              "top\n# A\none\n## B\ntwo\n# C\nthree",
		`{"path":"a.md","heading":"A"}`:                                "# A\none\n## B\ntwo",
		`{"path":"a.md","heading":"## b"}`:                             "## B\ntwo",
		`{"path":"a.md","heading":"C","start_line":7}`:                 "three",
		`{"path":"a.md","start_line":3,"max_lines":2}`:                 "one\n## B\n[lines 3 to 4 of 7; go on with start_line 5]",
		`{"path":"a.md","heading":"A","start_line":1,"max_lines":1.0}`: "# A\n[lines 2 to 2 of 5; go on with start_line 3]",
		`{"path":"empty.md"}`:                                          "(empty)",
		`{"path":"long.md"}`:                                           strings.Repeat("line\n", 400) + "[lines 1 to 400 of 500; go on with start_line 401]",
		`{"path":"wide.md"}`:                                           strings.Repeat("港", 29_999) + "…",
	} {
		if diff := cmp.Diff(want, text(t, first(s.call("memory_get", client(), arguments)))); diff != "" {
			t.Errorf("%s (-want +got):\n%s", arguments, diff)
		}
	}
}

func TestUpdateTool(t *testing.T) {
	s := newState(t)
	arguments := func() string {
		return `{"base_revision":"` + s.revision() + `","changes":[{"path":"projects/harbour.md","heading":"Decisions","text":"The crane stays."}]}`
	}
	var answer struct {
		IDs      []string
		Revision string
	}
	must(t, json.Unmarshal([]byte(text(t, first(s.call("memory_update", client(), arguments())))), &answer))
	if len(answer.IDs) != 1 || answer.Revision != s.revision() {
		t.Errorf("got %+v, the revision is %s", answer, s.revision())
	}
	got := text(t, first(s.call("memory_update", owner(), arguments())))
	if want := `{"ids":[],"revision":"` + s.revision() + `"}`; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	got = text(t, first(s.call("memory_promote", owner(), `{"source_id":"`+answer.IDs[0]+`"}`)))
	if want := `{"path":"projects/harbour.md","source_id":"` + answer.IDs[0] + `"}`; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	want := "## Decisions\n\nThe crane stays.\n\nThe crane stays.\n"
	if diff := cmp.Diff(want, s.note("projects/harbour.md")); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}
