package sqlitestore_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/openprogram/openprogram-go/runtimebridge/sqlitestore"
	"github.com/openprogram/openprogram-go/runtimebridge/store"
)

// sessionLines are n sessions of one message, changed in no order.
func sessionLines(n int) string {
	var b strings.Builder
	for i := range n {
		moment := 1_700_000_000 + i*7919%1_000_003
		fmt.Fprintf(&b, `{"id":"mcp_%032x","title":"Session number %d","agent_id":"main","source":"mcp",`+
			`"created_at":%d.25,"updated_at":%d.5,"messages":[{"id":"%016x","role":"user",`+
			`"content":"What about the harbour crane number %d?","timestamp":%d.25,"parent_id":null}]}`+"\n",
			i*7919%1_000_003, i, moment, moment, i, i, moment)
	}
	return b.String()
}

func load(b *testing.B, s *sqlitestore.Store, lines string) {
	b.Helper()
	if _, err := s.Import(context.Background(), strings.NewReader(lines), store.ImportOptions{}); err != nil {
		b.Fatal(err)
	}
}

// The newest hundred cost the same however many there are.
func BenchmarkSessions(b *testing.B) {
	for _, n := range []int{1_000, 100_000, 1_000_000} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			s := newStore(b)
			load(b, s, sessionLines(n))
			for b.Loop() {
				list, err := s.Sessions(context.Background(), store.Query{Limit: 100})
				if err != nil || len(list) != 100 {
					b.Fatal(len(list), err)
				}
			}
		})
	}
}

// Reading a branch against the bare loop over the same rows.
func BenchmarkBranch(b *testing.B) {
	const messages = 10_000
	s := newStore(b)
	load(b, s, longSession(messages))
	b.Run("Branch", func(b *testing.B) {
		for b.Loop() {
			branch, err := s.Branch(context.Background(), "long")
			if err != nil || len(branch) != messages {
				b.Fatal(len(branch), err)
			}
		}
	})
	b.Run("loop", func(b *testing.B) {
		_, read := s.Pools()
		for b.Loop() {
			rows, err := read.Query(`SELECT id, role, content, created_at FROM messages WHERE session = 1 ORDER BY seq`)
			check(b, err)
			var kept []any
			for rows.Next() {
				var id, role, content string
				var created int64
				check(b, rows.Scan(&id, &role, &content, &created))
				kept = append(kept, struct {
					id, role, content string
					created           int64
				}{id, role, content, created})
			}
			check(b, rows.Close())
			if len(kept) != messages {
				b.Fatal(len(kept))
			}
		}
	})
}

func longSession(messages int) string {
	var b strings.Builder
	b.WriteString(`{"id":"long","title":"","agent_id":"main","source":"mcp","created_at":1,"updated_at":1,"messages":[`)
	parent := "null"
	for i := range messages {
		if i > 0 {
			b.WriteByte(',')
		}
		fmt.Fprintf(&b, `{"id":"m%d","role":%q,"content":%q,"timestamp":%d,"parent_id":%s}`,
			i, []string{"user", "assistant"}[i%2], strings.Repeat("crane ", 50), i, parent)
		parent = fmt.Sprintf(`"m%d"`, i)
	}
	b.WriteString("]}\n")
	return b.String()
}

// An import, told in sessions a second.
func BenchmarkImport(b *testing.B) {
	const sessions = 100_000
	lines := sessionLines(sessions)
	for b.Loop() {
		b.StopTimer()
		s := openStore(b, newPath(b))
		b.StartTimer()
		load(b, s, lines)
		b.StopTimer()
		check(b, s.Close())
		b.StartTimer()
	}
	b.ReportMetric(float64(sessions*b.N)/b.Elapsed().Seconds(), "sessions/s")
}

// A whole turn: begin, a call, its result, the answer.
func BenchmarkTurn(b *testing.B) {
	s := newStore(b)
	for b.Loop() {
		turn := ask(b, s, "s")
		for _, step := range []store.Step{
			{Kind: store.StepReply, Calls: []store.Call{{ID: "c", Name: "search", Arguments: "{}"}}},
			{Kind: store.StepResult, CallID: "c", Tool: "search"},
		} {
			check(b, s.AppendStep(context.Background(), turn, step))
		}
		check(b, s.Finish(context.Background(), turn, store.Ending{Text: "answer"}))
	}
}

func BenchmarkOpen(b *testing.B) {
	path := newPath(b)
	check(b, openStore(b, path).Close())
	for b.Loop() {
		check(b, openStore(b, path).Close())
	}
}
