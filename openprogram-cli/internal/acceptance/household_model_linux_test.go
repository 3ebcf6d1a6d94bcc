package acceptance_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"

	"github.com/openprogram/openprogram-go/runtimebridge/store"
)

// household is a home with its owner, clients that come and go, and what must be
// true of it.
type household struct {
	*home
	random *rand.Rand
	log    []string // what was done, for whoever has to understand a failure
	number int      // of texts so far

	exposed  []string
	denied   map[string]bool
	sessions map[string]*houseSession
	servers  []*houseServer
	backup   map[string]houseSession // what the last export holds, nil before it
	refused  int                     // servers that were not let in
	changes  int                     // of the owner's, as the audit log counts them
	killed   int                     // turns that were cut off
}

// houseSession is a session as it must be.
type houseSession struct {
	title    string
	archived bool
	said     []message // of user and assistant in turn
}

// open reports that the last turn was cut off and not yet closed.
func (s *houseSession) open() bool { return len(s.said)%2 == 1 }

func (s *houseSession) close() {
	s.said = append(s.said, message{Role: "assistant", Content: store.InterruptedNote})
}

// houseServer is a server and what it was started with.
type houseServer struct {
	*raw
	id       int
	snapshot []string
}

func (s *houseServer) ask(tool, arguments string) frame {
	s.t.Helper()
	s.id++
	return s.call(s.id, tool, arguments)
}

// reachable are the tools that a server's client can call now.
func (x *household) reachable(s *houseServer) []string {
	names := []string{}
	for _, name := range s.snapshot {
		if slices.Contains(x.exposed, name) && strings.HasPrefix(name, "memory_") {
			names = append(names, name)
		}
	}
	return names
}

// said adds a turn to a session, closing the one before it first.
func (s *houseSession) add(prompt, answer string) {
	if s.open() {
		s.close()
	}
	s.said = append(s.said, message{Role: "user", Content: prompt})
	if answer != "" {
		s.said = append(s.said, message{Role: "assistant", Content: answer})
	}
}

// some is the id of a random session, empty when there is none.
func (x *household) some() string {
	ids := slices.Sorted(maps.Keys(x.sessions))
	if len(ids) == 0 {
		return ""
	}
	return ids[x.random.IntN(len(ids))]
}

// check looks at everything from outside, and at one session in detail.
func (x *household) check() {
	x.t.Helper()
	for _, s := range x.servers {
		x.checkTools(s)
	}
	x.checkOwnersList()
	if len(x.servers) == 0 {
		return
	}
	s := x.servers[x.random.IntN(len(x.servers))]
	x.checkList(s)
	if id := x.some(); id != "" {
		x.checkSession(s, id)
	}
	if f := s.ask("session_get", `{"session_id":"mcp_nowhere"}`); !strings.Contains(string(f.Result), "session not found") {
		x.fail("a session that is nowhere: %s %+v", f.Result, f.Error)
	}
}

func (x *household) fail(format string, values ...any) {
	x.t.Helper()
	x.t.Fatalf("%s\nafter:\n%s", fmt.Sprintf(format, values...), strings.Join(x.log, "\n"))
}

func (x *household) checkTools(s *houseServer) {
	x.t.Helper()
	names := []string{}
	for _, row := range decodeFrame[[]map[string]any](x.t, s.ask("tools_list", `{}`)) {
		names = append(names, fmt.Sprint(row["name"]))
	}
	if want := x.reachable(s); !slices.Equal(names, want) {
		x.fail("tools_list gives %q, want %q", names, want)
	}
}

func (x *household) checkList(s *houseServer) {
	x.t.Helper()
	listed := map[string]string{}
	last := 0.0
	for i, row := range decodeFrame[[]map[string]any](x.t, s.ask("sessions_list", `{}`)) {
		updated, _ := row["updated_at"].(float64)
		if i > 0 && updated > last {
			x.fail("sessions_list is out of order")
		}
		last = updated
		listed[fmt.Sprint(row["id"])] = fmt.Sprint(row["title"])
	}
	if want := x.titles(false); !maps.Equal(listed, want) {
		x.fail("sessions_list gives %v, want %v", listed, want)
	}
}

func (x *household) titles(archivedToo bool) map[string]string {
	titles := map[string]string{}
	for id, s := range x.sessions {
		if archivedToo || !s.archived {
			titles[id] = s.title
		}
	}
	return titles
}

func (x *household) checkOwnersList() {
	x.t.Helper()
	var rows []struct{ ID, Title string }
	if err := json.Unmarshal([]byte(x.ok("sessions", "list", "--json", "--archived")), &rows); err != nil {
		x.fail("sessions list: %v", err)
	}
	listed := map[string]string{}
	for _, row := range rows {
		listed[row.ID] = row.Title
	}
	if want := x.titles(true); !maps.Equal(listed, want) {
		x.fail("sessions list gives %v, want %v", listed, want)
	}
}

func (x *household) checkSession(s *houseServer, id string) {
	x.t.Helper()
	got := decodeFrame[[]message](x.t, s.ask("session_get", `{"session_id":"`+id+`"}`))
	for i := range got {
		if got[i].ID == "" || got[i].Timestamp == 0 {
			x.fail("message %d of %s is not whole: %+v", i, id, got[i])
		}
		got[i].ID, got[i].Timestamp = "", 0
	}
	// Whoever uses the sessions first closes what was cut off, if it is no turn of
	// its session: when that is depends on who comes.
	if m := x.sessions[id]; m.open() && len(got) == len(m.said)+1 {
		m.close()
	}
	if want := x.sessions[id].said; !slices.Equal(got, want) {
		x.fail("%s holds %+v, want %+v", id, got, want)
	}
}

// checkRecords holds the audit log to what was done.
func (x *household) checkRecords() {
	x.t.Helper()
	x.ok("audit", "verify")
	x.ok("sessions", "verify")
	if n := len(x.audit("owner.changed")); n != x.changes {
		x.fail("%d changes of the owner's are recorded, want %d", n, x.changes)
	}
	interrupted := 0
	for _, r := range x.audit("mcp.prompt.finished") {
		if r.Payload["outcome"] == "interrupted" {
			interrupted++
		}
	}
	if interrupted > x.killed {
		x.fail("%d turns are recorded as interrupted, %d were cut off", interrupted, x.killed)
	}
	if n := len(x.audit("mcp.auth.failed")); n != x.refused {
		x.fail("%d refused clients are recorded, want %d", n, x.refused)
	}
}
