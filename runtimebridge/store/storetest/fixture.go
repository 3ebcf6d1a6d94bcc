package storetest

import (
	"context"
	"errors"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/openprogram/openprogram-go/runtimebridge"
	"github.com/openprogram/openprogram-go/runtimebridge/store"
)

// fixture is a test with a store.
type fixture struct {
	*testing.T
	store.Store
	ctx  context.Context
	open func(*testing.T) store.Store
}

func newFixture(t *testing.T, open func(*testing.T) store.Store) *fixture {
	f := &fixture{T: t, ctx: t.Context(), open: open}
	f.Store = f.another()
	return f
}

// another opens one more store.
func (f *fixture) another() store.Store {
	f.Helper()
	s := f.open(f.T)
	f.Cleanup(func() {
		if err := s.Close(); err != nil {
			f.Errorf("Close: %v", err)
		}
	})
	return s
}

// at is a moment of the test's time.
func at(seconds int) time.Time { return time.Unix(1_700_000_000+int64(seconds), 0).UTC() }

func (f *fixture) check(err error) {
	f.Helper()
	if err != nil {
		f.Fatal(err)
	}
}

// want fails the test unless err is the sentinel.
func (f *fixture) want(sentinel, err error, what string) {
	f.Helper()
	if !errors.Is(err, sentinel) {
		f.Errorf("%s = %v, want %v", what, err, sentinel)
	}
}

func (f *fixture) equal(want, got any, what string) {
	f.Helper()
	if diff := cmp.Diff(want, got); diff != "" {
		f.Errorf("%s (-want +got):\n%s", what, diff)
	}
}

// create begins the first turn of a new session.
func (f *fixture) create(id, text string, when int) store.Turn {
	f.Helper()
	turn, err := f.Begin(f.ctx, store.BeginTurn{
		SessionID: id, New: &store.NewSession{AgentID: "main", Source: "mcp"}, Text: text, At: at(when),
	})
	f.check(err)
	return turn
}

// begin begins a turn of a session that exists.
func (f *fixture) begin(id, text string, when int) store.Turn {
	f.Helper()
	turn, err := f.Begin(f.ctx, store.BeginTurn{
		SessionID: id, Text: text, At: at(when), Origin: "mcp/" + id, RequestID: "r" + strconv.Itoa(when),
	})
	f.check(err)
	return turn
}

func (f *fixture) step(turn store.Turn, steps ...store.Step) {
	f.Helper()
	for _, s := range steps {
		f.check(f.AppendStep(f.ctx, turn, s))
	}
}

func (f *fixture) finish(turn store.Turn, text string, when int) {
	f.Helper()
	f.check(f.Finish(f.ctx, turn, store.Ending{Text: text, At: at(when)}))
}

// exchange makes a session of one finished turn, its messages a second apart.
func (f *fixture) exchange(id string, when int) {
	f.Helper()
	f.finish(f.create(id, "question of "+id, when), "answer of "+id, when+1)
}

func (f *fixture) session(id string) store.Session {
	f.Helper()
	s, err := f.Session(f.ctx, id)
	f.check(err)
	return s
}

func (f *fixture) history(id string) []store.Message {
	f.Helper()
	h, err := f.History(f.ctx, id)
	f.check(err)
	return h
}

// said fails the test unless the active branch says these things, user first,
// and the history agrees.
func (f *fixture) said(id string, want ...string) {
	f.Helper()
	branch, err := f.Branch(f.ctx, id)
	f.check(err)
	var got []string
	for i, m := range branch {
		role := []runtimebridge.Role{runtimebridge.RoleUser, runtimebridge.RoleAssistant}[i%2]
		if m.Role != role {
			f.Errorf("message %d is the %s's, want the %s's", i, m.Role, role)
		}
		got = append(got, m.Content)
	}
	f.equal(want, got, "branch of "+id)
	var messages []runtimebridge.Message
	for _, m := range f.history(id) {
		messages = append(messages, m.Message)
	}
	f.equal(branch, messages, "history against branch of "+id)
}

// listed gives the ids of a list.
func (f *fixture) listed(q store.Query) string {
	f.Helper()
	sessions, err := f.Sessions(f.ctx, q)
	f.check(err)
	var ids []string
	for _, s := range sessions {
		ids = append(ids, s.ID)
	}
	return strings.Join(ids, " ")
}

// reply is a step that calls the tool "search" once for each id.
func reply(ids ...string) store.Step {
	s := store.Step{Kind: store.StepReply}
	for _, id := range ids {
		s.Calls = append(s.Calls, store.Call{ID: id, Name: "search", Arguments: `{"query":"crane"}`})
	}
	return s
}

// result is a step that answers a call.
func result(id string) store.Step {
	return store.Step{Kind: store.StepResult, CallID: id, Tool: "search", Text: "found " + id}
}

// interrupted is what a call gets that never finished.
func interrupted(id string) store.Step {
	return store.Step{
		Kind: store.StepResult, CallID: id, Tool: "search", Text: store.InterruptedResult, IsError: true,
	}
}
