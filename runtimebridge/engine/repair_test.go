package engine_test

import (
	"context"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/openprogram/openprogram-go/runtimebridge"
	"github.com/openprogram/openprogram-go/runtimebridge/engine"
	"github.com/openprogram/openprogram-go/runtimebridge/provider/providertest"
	"github.com/openprogram/openprogram-go/runtimebridge/run"
	"github.com/openprogram/openprogram-go/runtimebridge/sqlitestore"
	"github.com/openprogram/openprogram-go/runtimebridge/store"
)

// ledger is an audit log in memory that keeps whole records.
type ledger struct {
	mu      sync.Mutex
	records []map[string]any
}

func (l *ledger) Append(_ context.Context, kind runtimebridge.AuditType, origin string, payload map[string]any) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	record := maps.Clone(payload)
	record["type"], record["origin"] = string(kind), origin
	l.records = append(l.records, record)
	return nil
}

// crash begins turns in sessions of their own and leaves them, as a process does
// that is killed. It is given who asked, by session.
func crash(t *testing.T, state string, origins map[string]string) {
	t.Helper()
	s, err := sqlitestore.Open(filepath.Join(state, "sessions.db"), sqlitestore.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	for id, origin := range origins {
		_, err := s.Begin(t.Context(), store.BeginTurn{
			SessionID: id, New: &store.NewSession{AgentID: "main"}, Text: "a", Origin: origin, RequestID: "7",
		})
		if err != nil {
			t.Fatal(err)
		}
	}
}

func TestInterruptedTurnsAreClosedAndRecordedOnce(t *testing.T) {
	state := t.TempDir()
	crash(t, state, map[string]string{"client": "mcp/6f69975abe580db3", "owner": "owner/local", "unknown": "", "runs": ""})
	locks, err := run.OpenLocks(filepath.Join(state, "run.lock"))
	if err != nil {
		t.Fatal(err)
	}
	unlock, err := locks.TryLock("runs")
	if err != nil {
		t.Fatal(err)
	}
	defer unlock()

	kept := &ledger{}
	var uses sync.WaitGroup
	for range 4 { // engines, as many processes would have
		f := newFixtureIn(t, state, state, func(o *engine.Options) { o.Audit = kept })
		c := f.client(t)
		for range 4 {
			uses.Go(func() {
				if _, err := c.Sessions(t.Context(), 100); err != nil {
					t.Error(err)
				}
			})
		}
	}
	uses.Wait()
	slices.SortFunc(kept.records, func(a, b map[string]any) int {
		return strings.Compare(a["session_id"].(string), b["session_id"].(string))
	})
	want := []map[string]any{
		{"type": "mcp.prompt.finished", "origin": "mcp/6f69975abe580db3", "outcome": "interrupted", "request_id": "7",
			"session_id": "client", "client_id": "6f69975abe580db3"},
		{"type": "turn.interrupted", "origin": "owner/local", "outcome": "interrupted", "request_id": "7", "session_id": "owner"},
		{"type": "turn.interrupted", "origin": "system", "outcome": "interrupted", "request_id": "7", "session_id": "unknown"},
	}
	if diff := cmp.Diff(want, kept.records); diff != "" {
		t.Errorf("records (-want +got):\n%s", diff)
	}
	c := newFixtureIn(t, state, state).client(t)
	for id, said := range map[string][]string{
		"owner": {"user: a", "assistant: " + store.InterruptedNote},
		"runs":  {"user: a"},
	} {
		if diff := cmp.Diff(said, branch(t, c, id)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", id, diff)
		}
	}
}

// A turn that is interrupted while others use the store is found by the next turn
// of its session.
func TestTheNextTurnRecordsAnInterruptedOne(t *testing.T) {
	state := t.TempDir()
	kept := &ledger{}
	f := newFixtureIn(t, state, state, func(o *engine.Options) { o.Audit = kept })
	c := f.client(t)
	if _, err := c.Sessions(t.Context(), 1); err != nil {
		t.Fatal(err)
	}
	crash(t, state, map[string]string{"client": "mcp/6f69975abe580db3"})
	f.script(providertest.Say("one"), providertest.Say("two"))
	for _, text := range []string{"b", "c"} {
		prompt(t, c, runtimebridge.Prompt{Text: text, SessionID: "client", RequestID: "8"})
	}
	want := []map[string]any{{
		"type": "mcp.prompt.finished", "origin": "mcp/6f69975abe580db3", "outcome": "interrupted", "request_id": "7",
		"session_id": "client", "client_id": "6f69975abe580db3",
	}}
	if diff := cmp.Diff(want, kept.records); diff != "" {
		t.Errorf("records (-want +got):\n%s", diff)
	}
}
