package storetest

import (
	"strings"
	"time"

	"github.com/openprogram/openprogram-go/runtimebridge"
	"github.com/openprogram/openprogram-go/runtimebridge/store"
)

var sessionTests = []test{
	{"an empty store lists nothing", func(f *fixture) {
		f.equal("", f.listed(store.Query{}), "list")
		f.equal("", f.listed(store.Query{Archived: true, Limit: 5}), "list with archived")
	}},
	{"a row says what was stored", func(f *fixture) {
		turn := f.create("s", "Which crane?", 1)
		want := store.Session{
			ID: "s", Title: "Which crane?", AgentID: "main", Source: "mcp",
			CreatedAt: at(1), UpdatedAt: at(1), Interrupted: true,
		}
		f.equal(want, f.session("s"), "row while the turn runs")
		f.finish(turn, "The red one.", 2)
		want.UpdatedAt, want.Interrupted = at(2), false
		f.equal(want, f.session("s"), "row after the turn")
		list, err := f.Sessions(f.ctx, store.Query{})
		f.check(err)
		f.equal([]store.Session{want}, list, "list")
	}},
	{"most recently changed first, then by id", func(f *fixture) {
		f.exchange("old", 1)
		f.exchange("tie-b", 10)
		f.exchange("tie-a", 10)
		f.exchange("new", 20)
		f.equal("new tie-a tie-b old", f.listed(store.Query{}), "list")
		f.finish(f.begin("old", "again", 30), "yes", 31)
		f.equal("old new tie-a tie-b", f.listed(store.Query{}), "list after a turn")
	}},
	{"limit", func(f *fixture) {
		for i, id := range []string{"a", "b", "c", "d"} {
			f.exchange(id, 10*i)
		}
		f.equal("d c", f.listed(store.Query{Limit: 2}), "two")
		f.equal("d c b a", f.listed(store.Query{Limit: 100}), "more than there are")
	}},
	{"archived sessions are left out unless asked for", func(f *fixture) {
		for i, id := range []string{"a", "b", "c", "d"} {
			f.exchange(id, 10*i)
		}
		f.check(f.SetArchived(f.ctx, "b", true))
		f.check(f.SetArchived(f.ctx, "d", true))
		f.equal("c a", f.listed(store.Query{}), "list")
		f.equal("d c b a", f.listed(store.Query{Archived: true}), "list with archived")
		f.equal("d c b", f.listed(store.Query{Archived: true, Limit: 3}), "three with archived")
		f.said("b", "question of b", "answer of b")
		f.check(f.SetArchived(f.ctx, "b", false))
		f.equal("c b a", f.listed(store.Query{}), "list after taking one back")
	}},
	{"renaming and archiving are no change of a session", func(f *fixture) {
		f.exchange("s", 1)
		want := f.session("s")
		f.check(f.Rename(f.ctx, "s", "Harbour"))
		f.check(f.SetArchived(f.ctx, "s", true))
		want.Title, want.Archived = "Harbour", true
		f.equal(want, f.session("s"), "row")
	}},
	{"times are kept to the microsecond", func(f *fixture) {
		moment := time.Date(2026, 2, 3, 4, 5, 6, 123456789, time.FixedZone("", 3600))
		turn, err := f.Begin(f.ctx, store.BeginTurn{
			SessionID: "s", New: new(store.NewSession), Text: "hello", At: moment,
		})
		f.check(err)
		f.check(f.Finish(f.ctx, turn, store.Ending{Text: "hello", At: moment.Add(time.Hour)}))
		want := time.Date(2026, 2, 3, 3, 5, 6, 123456000, time.UTC)
		f.equal(want, f.session("s").CreatedAt, "created")
		f.equal(want.Add(time.Hour), f.session("s").UpdatedAt, "updated")
		f.equal(want, f.history("s")[0].Timestamp, "message")
	}},
	{"the zero time means now", func(f *fixture) {
		before := time.Now().Truncate(time.Microsecond)
		turn, err := f.Begin(f.ctx, store.BeginTurn{SessionID: "s", New: new(store.NewSession), Text: "hello"})
		f.check(err)
		f.check(f.Finish(f.ctx, turn, store.Ending{Text: "hello"}))
		for _, m := range f.history("s") {
			if m.Timestamp.Before(before) || m.Timestamp.After(time.Now()) {
				f.Errorf("a message is of %v", m.Timestamp)
			}
		}
	}},
	{"a clock that goes back leaves the time of the change", func(f *fixture) {
		f.exchange("s", 100)
		f.finish(f.begin("s", "again", 50), "yes", 51)
		f.equal(at(101), f.session("s").UpdatedAt, "updated")
		f.said("s", "question of s", "answer of s", "again", "yes")
	}},
	{"delete", func(f *fixture) {
		f.exchange("gone", 1)
		f.exchange("kept", 2)
		f.check(f.Delete(f.ctx, "gone"))
		f.equal("kept", f.listed(store.Query{}), "list")
		_, err := f.Branch(f.ctx, "gone")
		f.want(runtimebridge.ErrSessionNotFound, err, "Branch")
		f.want(runtimebridge.ErrSessionNotFound, f.Delete(f.ctx, "gone"), "second Delete")
		f.exchange("gone", 3)
		f.said("gone", "question of gone", "answer of gone")
		f.said("kept", "question of kept", "answer of kept")
	}},
	{"ids by their beginning", func(f *fixture) {
		for i, id := range []string{"ab", "abc", "abcé", "b", "Ab", "a%"} {
			f.exchange(id, i)
		}
		f.check(f.SetArchived(f.ctx, "abc", true))
		for begin, want := range map[string]string{
			"ab": "ab abc abcé", "abc": "abc abcé", "abcé": "abcé", "a": "a% ab abc", "A": "Ab", "B": "", "%": "", "a%": "a%", "c": "", "\xff": "",
		} {
			ids, err := f.SessionIDs(f.ctx, begin, 3)
			f.check(err)
			f.equal(want, strings.Join(ids, " "), "ids that begin with "+begin)
		}
	}},
	{"odd ids are not found", func(f *fixture) {
		f.exchange("s", 1)
		for _, id := range []string{
			"", ".", "..", "/", "../s", "s/", "S", " s", "s\x00", "\x00", "%", "_", "s%", "\xff", "'", strings.Repeat("x", 10_000),
		} {
			f.isNotFound(id)
		}
		f.equal("s", f.listed(store.Query{Archived: true}), "list")
	}},
}

// isNotFound fails the test if any method knows the id.
func (f *fixture) isNotFound(id string) {
	f.Helper()
	_, session := f.Session(f.ctx, id)
	_, branch := f.Branch(f.ctx, id)
	_, history := f.History(f.ctx, id)
	_, begin := f.Begin(f.ctx, store.BeginTurn{SessionID: id, Text: "hello", At: at(9)})
	_, export := f.Export(f.ctx, new(strings.Builder), id)
	for what, err := range map[string]error{
		"Session": session, "Branch": branch, "History": history, "Begin": begin, "Export": export,
		"Rename":      f.Rename(f.ctx, id, "title"),
		"SetArchived": f.SetArchived(f.ctx, id, true),
		"Delete":      f.Delete(f.ctx, id),
	} {
		if len(id) > 20 {
			id = id[:20]
		}
		f.want(runtimebridge.ErrSessionNotFound, err, what+" of "+id)
	}
}
