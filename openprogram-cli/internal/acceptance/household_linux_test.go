package acceptance_test

import (
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
)

const (
	houseRuns   = 3
	houseRounds = 3 // in each of which every kind of step comes
)

// TestOwnerAndClientsInAnyOrder does what owners and clients do, in an order that
// nobody has thought of, with servers that are killed in between, and holds what
// is there to a simple model after each step.
func TestOwnerAndClientsInAnyOrder(t *testing.T) {
	for range houseRuns {
		seed := raceSeedFor(t)
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			x := newHousehold(t, seed)
			for range houseRounds {
				x.round()
				x.checkRecords()
			}
		})
	}
}

func newHousehold(t *testing.T, seed uint64) *household {
	x := &household{
		home: ready(t), random: rand.New(rand.NewPCG(seed, 2)),
		denied: map[string]bool{}, sessions: map[string]*houseSession{},
	}
	x.note("a.md", "The crane stays.\n")
	x.expose("")
	x.serve(wireFormats["openai"], http.HandlerFunc(obliging))
	x.changes = len(x.audit("owner.changed"))
	return x
}

// obliging is a model that answers "answer to X", and nothing to "hang".
func obliging(w http.ResponseWriter, r *http.Request) {
	var request struct {
		Messages []struct{ Role, Content string }
	}
	if err := json.Unmarshal([]byte(readAll(r)), &request); err != nil || len(request.Messages) == 0 {
		w.WriteHeader(http.StatusBadRequest)
		return
	}
	asked := request.Messages[len(request.Messages)-1].Content
	w.Header().Set("Content-Type", "text/event-stream")
	if strings.HasPrefix(asked, "hang") {
		io.WriteString(w, chunk(map[string]any{"role": "assistant", "content": "well"}, nil))
		w.(http.Flusher).Flush()
		<-r.Context().Done()
		return
	}
	io.WriteString(w, say("answer to "+asked).Body)
}

// round does everything that there is to do, some of it more than once.
func (x *household) round() {
	x.t.Helper()
	steps := []struct {
		name string
		do   func(string)
	}{
		{"connect", x.connectServer}, {"connect", x.connectServer}, {"connect", x.connectServer}, {"leave", x.leave},
		{"prompt of a client", x.clientPrompt}, {"prompt of a client", x.clientPrompt}, {"prompt of a client", x.clientPrompt},
		{"kill in a prompt", x.killInPrompt}, {"tool call", x.toolCall}, {"tool call", x.toolCall}, {"tool call", x.toolCall},
		{"prompt of the owner", x.ownerPrompt}, {"rename", x.rename}, {"archive", x.archive}, {"delete", x.delete},
		{"export", x.export}, {"import", x.importBack}, {"import over", x.importOver},
		{"expose", x.expose}, {"expose", x.expose}, {"deny", x.deny}, {"rotate", x.rotate}, {"stranger", x.stranger},
	}
	x.random.Shuffle(len(steps), func(i, j int) { steps[i], steps[j] = steps[j], steps[i] })
	for _, s := range steps {
		id := x.some()
		x.log = append(x.log, s.name+" "+id)
		s.do(id)
		x.check()
	}
}

// text is one that nobody has used yet.
func (x *household) text(word string) string {
	x.number++
	return fmt.Sprintf("%s %d", word, x.number)
}

func (x *household) connectServer(string) {
	if len(x.servers) < 3 {
		x.servers = append(x.servers, &houseServer{raw: x.talk(), id: 1, snapshot: slices.Clone(x.exposed)})
	}
}

// take takes a random server out of the house, nil when there is none.
func (x *household) take() *houseServer {
	if len(x.servers) == 0 {
		return nil
	}
	n := x.random.IntN(len(x.servers))
	s := x.servers[n]
	x.servers = slices.Delete(x.servers, n, n+1)
	return s
}

func (x *household) leave(string) {
	s := x.take()
	if s == nil {
		return
	}
	switch x.random.IntN(3) {
	case 0:
		s.stdin.Close()
	case 1:
		s.signal(syscall.SIGTERM)
	default:
		s.kill()
		return
	}
	if code := s.ends(bound + patience); code != 0 {
		x.fail("exit %d", code)
	}
}

func (s *houseServer) kill() {
	_ = s.cmd.Process.Kill()
	<-s.ended
	_ = s.cmd.Wait()
}

func (x *household) clientPrompt(id string) {
	if len(x.servers) == 0 {
		return
	}
	s, text := x.servers[x.random.IntN(len(x.servers))], x.text("ask")
	arguments := `{"prompt":"` + text + `","session_id":"` + id + `"}`
	if id == "" || x.random.IntN(3) == 0 {
		id, arguments = "", `{"prompt":"`+text+`"}`
	}
	answer := decodeFrame[turn](x.t, s.ask("prompt_send", arguments))
	if id == "" {
		id = answer.SessionID
		x.sessions[id] = &houseSession{title: text}
	}
	if answer.SessionID != id || answer.Failed || answer.Text != "answer to "+text {
		x.fail("%q was answered with %+v", text, answer)
	}
	x.sessions[id].add(text, answer.Text)
}

// killInPrompt kills a server that waits for the model.
func (x *household) killInPrompt(id string) {
	s := x.take()
	if s == nil || id == "" {
		return
	}
	text := x.text("hang")
	s.id++
	s.write(`{"jsonrpc":"2.0","id":` + fmt.Sprint(s.id) + `,"method":"tools/call","params":{"_meta":{"progressToken":1},"name":"prompt_send","arguments":{"prompt":"` + text + `","session_id":"` + id + "\"}}}\n")
	s.awaitProgress()
	s.kill()
	x.sessions[id].add(text, "")
	x.killed++
}

// awaitProgress waits for the first report of a turn: its prompt is stored by then.
func (r *raw) awaitProgress() {
	r.t.Helper()
	for {
		r.mu.Lock()
		reported, arrived := r.progress > 0, r.arrived
		r.mu.Unlock()
		if reported {
			return
		}
		within(r.t, patience, arrived, "the turn does not begin")
	}
}

func (x *household) toolCall(string) {
	if len(x.servers) == 0 {
		return
	}
	s := x.servers[x.random.IntN(len(x.servers))]
	tools := []string{"memory_get", "memory_search", "memory_status", "write", "nothing"}
	name := tools[x.random.IntN(len(tools))]
	f := s.ask("tool_call", map[string]string{
		"memory_get": `{"name":"memory_get","arguments":{"path":"a.md"}}`, "memory_search": `{"name":"memory_search","arguments":{"query":"crane"}}`,
		"memory_status": `{"name":"memory_status"}`, "write": `{"name":"write","arguments":{"file_path":"/x","content":"y"}}`, "nothing": `{"name":"nothing"}`,
	}[name])
	known := slices.Contains(s.snapshot, name) && slices.Contains(x.exposed, name)
	want := map[string]string{"memory_get": "The crane stays.", "memory_search": "crane", "memory_status": "revision", "write": "hard constraint"}[name]
	switch {
	case !known && (f.Error == nil || f.Error.Message != "underlying Runtime tool not found"):
		x.fail("%s is not exposed: %s %+v", name, f.Result, f.Error)
	case known && x.denied[name] && name != "write" && !strings.Contains(string(f.Result), "[denied] blocked by permission rule"):
		x.fail("%s is denied: %s %+v", name, f.Result, f.Error)
	case known && !x.denied[name] && !strings.Contains(string(f.Result), want):
		x.fail("%s: %s %+v", name, f.Result, f.Error)
	}
}

func (x *household) ownerPrompt(id string) {
	text := x.text("ask")
	if id == "" || x.random.IntN(3) == 0 {
		a := x.ask(text)
		x.sessions[a.SessionID] = &houseSession{title: text}
		x.sessions[a.SessionID].add(text, a.Text)
		return
	}
	x.sessions[id].add(text, x.ask(text, "--session", id).Text)
}

func (x *household) rename(id string) {
	if id != "" {
		title := x.text("title")
		x.ok("sessions", "rename", id, title)
		x.sessions[id].title = title
	}
}

func (x *household) archive(id string) {
	if id == "" {
		return
	}
	s := x.sessions[id]
	if s.archived {
		x.ok("sessions", "archive", "--undo", id)
	} else {
		x.ok("sessions", "archive", id)
	}
	s.archived = !s.archived
}

func (x *household) delete(id string) {
	if id != "" {
		x.ok("sessions", "delete", "--yes", id)
		delete(x.sessions, id)
	}
}

func (x *household) file() string { return filepath.Join(x.dir, "backup.jsonl") }

// export keeps all sessions. A turn that was cut off is closed before.
func (x *household) export(string) {
	x.backup = map[string]houseSession{}
	for id, s := range x.sessions {
		if s.open() {
			text := x.text("ask")
			s.add(text, x.ask(text, "--session", id).Text)
		}
		x.backup[id] = houseSession{title: s.title, archived: s.archived, said: slices.Clone(s.said)}
	}
	x.ok("sessions", "export", x.file())
}

func (x *household) importBack(string) {
	if x.backup == nil {
		return
	}
	x.ok("sessions", "import", x.file())
	for id, s := range x.backup {
		if x.sessions[id] == nil {
			x.sessions[id] = &houseSession{title: s.title, archived: s.archived, said: slices.Clone(s.said)}
		}
	}
}

func (x *household) importOver(string) {
	if x.backup == nil {
		return
	}
	x.ok("sessions", "import", "--replace", x.file())
	for id, s := range x.backup {
		x.sessions[id] = &houseSession{title: s.title, archived: s.archived, said: slices.Clone(s.said)}
	}
}

func (x *household) expose(string) {
	before := slices.Clone(x.exposed)
	x.exposed = []string{}
	for _, name := range []string{"write", "memory_search", "memory_get", "nothing", "memory_status"} {
		if x.random.IntN(3) > 0 {
			x.exposed = append(x.exposed, name)
		}
	}
	x.random.Shuffle(len(x.exposed), func(i, j int) { x.exposed[i], x.exposed[j] = x.exposed[j], x.exposed[i] })
	if !slices.Equal(before, x.exposed) {
		x.set("mcp_server.exposed_tools", x.exposed)
		x.changes++
	}
}

func (x *household) deny(string) {
	name := []string{"memory_get", "memory_search"}[x.random.IntN(2)]
	if x.denied[name] {
		x.ok("rules", "rm", "deny", name)
	} else {
		x.ok("rules", "add", "deny", name)
	}
	x.denied[name] = !x.denied[name]
	x.changes++
}

// rotate replaces the token. Who is connected stays so; the old one lets nobody in.
func (x *household) rotate(string) {
	old := x.token
	x.token = strings.TrimSpace(x.ok("mcp", "token", "rotate"))
	x.changes++
	x.knock(old)
}

func (x *household) stranger(string) { x.knock(strings.Repeat("x", 43)) }

func (x *household) knock(token string) {
	c := x.command("mcp", "serve")
	c.Env = append(c.Env, "OPENPROGRAM_MCP_TOKEN="+token)
	c.Stdin = strings.NewReader(initialize)
	if o := finish(x.t, c); o.code != 1 || o.stdout != "" || o.stderr != "Error: MCP server authentication failed\n" {
		x.fail("somebody is let in: %+v", o)
	}
	x.refused++
}
