package storetest

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/openprogram/openprogram-go/runtimebridge/store"
)

// line is a session of one finished turn.
func line(id, answer string) string {
	return fmt.Sprintf(`{"id":%q,"title":"Cranes","agent_id":"main","source":"mcp","created_at":1700000001.5,`+
		`"updated_at":1700000002,"messages":[`+
		`{"id":"m1","role":"user","content":"Which crane?","timestamp":1700000001.5,"parent_id":null},`+
		`{"id":"m2","role":"assistant","content":%q,"timestamp":1700000002,"parent_id":"m1"}]}`+"\n", id, answer)
}

// forked has two answers to one question; the first is active.
const forked = `{"id":"f","title":"Fork","agent_id":"main","source":"mcp","created_at":1,"updated_at":9,"head":"a1","messages":[` +
	`{"id":"q","role":"user","content":"Which?","timestamp":1,"parent_id":null},` +
	`{"id":"a1","role":"assistant","content":"red","timestamp":2,"parent_id":"q"},` +
	`{"id":"a2","role":"assistant","content":"blue","timestamp":3,"parent_id":"q"}]}` + "\n"

func (f *fixture) load(text string, o store.ImportOptions) store.Imported {
	f.Helper()
	counts, err := f.Import(f.ctx, strings.NewReader(text), o)
	f.check(err)
	return counts
}

var importTests = []test{
	{"sessions are added", func(f *fixture) {
		f.equal(store.Imported{Added: 2}, f.load(line("a", "red")+"\n \n"+line("b", "blue"), store.ImportOptions{}), "imported")
		f.said("a", "Which crane?", "red")
		f.said("b", "Which crane?", "blue")
		f.equal(at(1).Add(5e8), f.session("a").CreatedAt, "created")
		f.equal("Cranes", f.session("a").Title, "title")
	}},
	{"more than fit one batch", func(f *fixture) {
		var text strings.Builder
		for i := range 1000 {
			text.WriteString(line(fmt.Sprintf("s%04d", i), fmt.Sprintf("answer %d", i)))
		}
		last := 0
		counts := f.load(text.String(), store.ImportOptions{Report: func(done int) {
			if done < last {
				f.Errorf("reported %d after %d", done, last)
			}
			last = done
		}})
		f.equal(store.Imported{Added: 1000}, counts, "imported")
		f.equal(1000, last, "last report")
		f.said("s0000", "Which crane?", "answer 0")
		f.said("s0999", "Which crane?", "answer 999")
		f.equal(1000, len(strings.Fields(f.listed(store.Query{}))), "listed")
	}},
	{"a session that exists is skipped", func(f *fixture) {
		f.exchange("a", 1)
		want := f.history("a")
		f.equal(store.Imported{Added: 1, Skipped: 1}, f.load(line("a", "red")+line("b", "blue"), store.ImportOptions{}), "imported")
		f.equal(want, f.history("a"), "history")
	}},
	{"or replaced", func(f *fixture) {
		f.exchange("a", 1)
		f.equal(store.Imported{Replaced: 1}, f.load(line("a", "red"), store.ImportOptions{Replace: true}), "imported")
		f.said("a", "Which crane?", "red")
		f.finish(f.begin("a", "more", 9), "yes", 10)
		f.said("a", "Which crane?", "red", "more", "yes")
	}},
	{"but not while a turn of it runs", func(f *fixture) {
		turn := f.create("a", "hello", 1)
		asked := ""
		busy := func(id string) bool { asked += id; return true }
		for _, o := range []store.ImportOptions{{Replace: true}, {Replace: true, Busy: busy}} {
			f.equal(store.Imported{Skipped: 1, Added: 1, Busy: 1}, f.load(line("a", "red")+line(fmt.Sprintf("b%t", o.Busy == nil), "blue"), o), "imported")
		}
		f.equal("a", asked, "sessions asked about")
		f.finish(turn, "hi", 2)
		f.said("a", "hello", "hi")
	}},
	{"a turn that is dead does not protect a session", func(f *fixture) {
		turn := f.create("a", "hello", 1)
		o := store.ImportOptions{Replace: true, Busy: func(string) bool { return false }}
		f.equal(store.Imported{Replaced: 1}, f.load(line("a", "red"), o), "imported")
		f.isOver(turn)
		f.said("a", "Which crane?", "red")
	}},
	{"a fork keeps its branches", func(f *fixture) {
		f.load(forked, store.ImportOptions{})
		f.said("f", "Which?", "red")
		f.equal([]string{forked}, f.export(f.Store), "export")
		f.finish(f.begin("f", "sure?", 20), "sure", 21)
		f.said("f", "Which?", "red", "sure?", "sure")
		h := f.history("f")
		f.equal("a1", h[2].ParentID, "parent of the next question")
	}},
	{"a bad line fails the whole file", func(f *fixture) {
		for name, bad := range map[string]string{
			"not JSON":  "{",
			"no object": "[]\n",
			"repeated":  line("a", "red"),
		} {
			_, err := f.Import(f.ctx, strings.NewReader(line("a", "red")+line("b", "blue")+bad), store.ImportOptions{Replace: true})
			var lineError *store.LineError
			if !errors.As(err, &lineError) || lineError.Line != 3 {
				f.Errorf("%s: Import = %v, want a LineError of line 3", name, err)
			}
		}
		f.equal("", f.listed(store.Query{Archived: true}), "list")
	}},
	{"an id that comes back much later", func(f *fixture) {
		var text strings.Builder
		for i := range 500 {
			text.WriteString(line(fmt.Sprintf("s%d", i), "red"))
		}
		text.WriteString(line("s0", "blue"))
		_, err := f.Import(f.ctx, strings.NewReader(text.String()), store.ImportOptions{})
		var lineError *store.LineError
		if !errors.As(err, &lineError) || lineError.Line != 501 {
			f.Errorf("Import = %v, want a LineError of line 501", err)
		}
		f.equal("", f.listed(store.Query{}), "list")
	}},
	{"a reader that cannot go back", func(f *fixture) {
		counts, err := f.Import(f.ctx, io.MultiReader(strings.NewReader(line("a", "red")), strings.NewReader(line("b", "blue"))), store.ImportOptions{})
		f.check(err)
		f.equal(store.Imported{Added: 2}, counts, "imported")
		f.said("b", "Which crane?", "blue")
	}},
	{"a reader that is not at its start", func(f *fixture) {
		reader := strings.NewReader("not for you\n" + line("a", "red"))
		_, err := reader.Seek(12, io.SeekStart)
		f.check(err)
		_, err = f.Import(f.ctx, reader, store.ImportOptions{})
		f.check(err)
		f.said("a", "Which crane?", "red")
	}},
	{"a reader that fails", func(f *fixture) {
		broken := errors.New("disk on fire")
		reader := io.MultiReader(strings.NewReader(line("a", "red")), failingReader{broken})
		_, err := f.Import(f.ctx, reader, store.ImportOptions{})
		f.want(broken, err, "Import")
		f.equal("", f.listed(store.Query{}), "list")
	}},
	{"a cancelled import adds nothing", func(f *fixture) {
		ctx, cancel := context.WithCancel(f.ctx)
		var text strings.Builder
		for i := range 1000 {
			text.WriteString(line(fmt.Sprintf("s%d", i), "red"))
		}
		_, err := f.Import(ctx, strings.NewReader(text.String()), store.ImportOptions{Report: func(int) { cancel() }})
		f.want(context.Canceled, err, "Import")
		f.equal("", f.listed(store.Query{}), "list")
		f.exchange("next", 1)
	}},
	{"an empty file", func(f *fixture) {
		f.equal(store.Imported{}, f.load("", store.ImportOptions{}), "imported")
	}},
}

// failingReader is a reader that fails.
type failingReader struct{ err error }

// Read fails.
func (r failingReader) Read([]byte) (int, error) { return 0, r.err }
