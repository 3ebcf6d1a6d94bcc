package storetest

import (
	"errors"
	"strings"

	"github.com/openprogram/openprogram-go/runtimebridge"
	"github.com/openprogram/openprogram-go/runtimebridge/store"
)

// export writes sessions and gives the lines.
func (f *fixture) export(s store.Store, ids ...string) []string {
	f.Helper()
	var out strings.Builder
	n, err := s.Export(f.ctx, &out, ids...)
	f.check(err)
	lines := strings.SplitAfter(out.String(), "\n")
	lines = lines[:len(lines)-1] // after the last newline
	f.equal(len(lines), n, "number of sessions exported")
	return lines
}

// brokenPipe is a writer that fails.
type brokenPipe struct{ err error }

// Write fails.
func (w brokenPipe) Write([]byte) (int, error) { return 0, w.err }

var exportTests = []test{
	{"one line, key by key", func(f *fixture) {
		turn := f.create("s", "Which <crane>?\u2028", 1)
		f.step(turn, reply("c1"), result("c1"))
		f.finish(turn, "The red one.", 2)
		f.check(f.SetArchived(f.ctx, "s", true))
		want := `{"id":"s","title":"Which <crane>?","agent_id":"main","source":"mcp",` +
			`"created_at":1700000001,"updated_at":1700000002,"archived":true,"messages":[` +
			`{"id":"` + turn.UserMessageID + `","role":"user","content":"Which <crane>?\u2028","timestamp":1700000001,"parent_id":null},` +
			`{"id":"` + turn.AssistantMessageID + `","role":"assistant","content":"The red one.","timestamp":1700000002,` +
			`"parent_id":"` + turn.UserMessageID + `","steps":[` +
			`{"kind":"reply","calls":[{"id":"c1","name":"search","arguments":"{\"query\":\"crane\"}"}]},` +
			`{"kind":"result","text":"found c1","call_id":"c1","tool":"search"}]}]}` + "\n"
		f.equal([]string{want}, f.export(f.Store), "export")
	}},
	{"oldest first", func(f *fixture) {
		f.exchange("b", 20)
		f.exchange("c", 10)
		f.exchange("a", 20)
		var ids []string
		for _, line := range f.export(f.Store) {
			ids = append(ids, line[7:8])
		}
		f.equal([]string{"c", "a", "b"}, ids, "all")
		ids = nil
		for _, line := range f.export(f.Store, "b", "c", "b") {
			ids = append(ids, line[7:8])
		}
		f.equal([]string{"c", "b"}, ids, "two, one of them asked for twice")
	}},
	{"nothing", func(f *fixture) {
		f.equal(0, len(f.export(f.Store)), "lines")
	}},
	{"an unknown id", func(f *fixture) {
		f.exchange("s", 1)
		_, err := f.Export(f.ctx, new(strings.Builder), "s", "t")
		f.want(runtimebridge.ErrSessionNotFound, err, "Export")
	}},
	{"a writer that fails", func(f *fixture) {
		f.exchange("s", 1)
		broken := errors.New("broken pipe")
		_, err := f.Export(f.ctx, brokenPipe{broken})
		f.want(broken, err, "Export")
	}},
	{"a turn that runs is left out but for its question", func(f *fixture) {
		turn := f.create("s", "hello", 1)
		f.step(turn, reply("c1"))
		line := f.export(f.Store)[0]
		if strings.Contains(line, "steps") || !strings.Contains(line, `"content":"hello"`) {
			f.Errorf("exported %s", line)
		}
		f.finish(turn, "hi", 2)
	}},
	{"a round trip loses nothing", func(f *fixture) {
		turn := f.create("s", "a\x00b \u2028 世界", 1)
		f.step(turn, reply("c1", "c2"), result("c2"), store.Step{Kind: store.StepPartial, Text: "The"})
		f.finish(turn, "yes", 2)
		f.finish(f.begin("s", "more", 3), "and more", 4)
		f.check(f.SetArchived(f.ctx, "s", true))
		f.exchange("t", 5)
		f.check(f.Rename(f.ctx, "t", ""))

		other := f.another()
		lines := f.export(f.Store)
		counts, err := other.Import(f.ctx, strings.NewReader(strings.Join(lines, "")), store.ImportOptions{})
		f.check(err)
		f.equal(store.Imported{Added: 2}, counts, "imported")
		f.equal(lines, f.export(other), "export of the import")
		for _, id := range []string{"s", "t"} {
			session, err := other.Session(f.ctx, id)
			f.check(err)
			f.equal(f.session(id), session, "row of "+id)
			history, err := other.History(f.ctx, id)
			f.check(err)
			f.equal(f.history(id), history, "history of "+id)
		}
	}},
}
