//go:build unix

package acceptance_test

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"
)

// racer plays one plan against one process.
type racer struct {
	t        *testing.T
	process  *raceProcess
	sessions []string
	revision string
	command  *exec.Cmd
	in       io.WriteCloser
	out      *os.File
	read     chan struct{} // closed after the last line
	later    sync.WaitGroup

	mu      sync.Mutex
	moment  int
	byID    map[string][]*raceSent
	answers map[string]int
	odd     []string
	closed  bool
}

// playRace starts a process, plays the plan, and waits for its end.
func (h *home) playRace(plan racePlan, sessions []string) *raceProcess {
	h.t.Helper()
	r := &racer{
		t: h.t, process: &raceProcess{plan: plan}, sessions: sessions, command: h.server(),
		read: make(chan struct{}), byID: map[string][]*raceSent{}, answers: map[string]int{},
	}
	r.start()
	for n := range plan.steps {
		time.Sleep(plan.steps[n].pause)
		r.step(n)
	}
	time.Sleep(plan.last)
	r.end()
	return r.process
}

// start does the handshake and learns the revision of the notes.
func (r *racer) start() {
	r.t.Helper()
	out, theirs, err := os.Pipe()
	if err != nil {
		r.t.Fatal(err)
	}
	r.out, r.command.Stdout = out, theirs
	if r.in, err = r.command.StdinPipe(); err != nil {
		r.t.Fatal(err)
	}
	if err := r.command.Start(); err != nil {
		r.t.Fatal(err)
	}
	theirs.Close()
	r.t.Cleanup(func() { r.command.Process.Kill(); r.command.Wait(); out.Close() })
	lines := bufio.NewReaderSize(out, 1<<20)
	if _, err := io.WriteString(r.in, initialize+call(`"status"`, "tool_call", `{"name":"memory_status"}`)); err != nil {
		r.t.Fatal(err)
	}
	for range 2 {
		line, err := lines.ReadString('\n')
		if err != nil {
			r.t.Fatal(err)
		}
		_, rest, _ := strings.Cut(line, `\"revision\":\"`)
		r.revision, _, _ = strings.Cut(rest, `\"`)
	}
	go r.listen(lines)
}

func (r *racer) listen(lines *bufio.Reader) {
	defer close(r.read)
	for {
		line, err := lines.ReadBytes('\n')
		if len(line) > 0 {
			r.take(line)
		}
		if err != nil {
			return
		}
	}
}

// waiting is the request that the next answer with an id belongs to: the first
// that has none, since the second is taken only when the first was answered; or
// that second one, if it was not.
func (r *racer) waiting(id string, refused bool) *raceSent {
	for n, s := range r.byID[id] {
		if s.got == nil && (!refused || n > 0) {
			return s
		}
	}
	return nil
}

// take gives an answer to the request to which it belongs.
func (r *racer) take(line []byte) {
	var f frame
	r.mu.Lock()
	defer r.mu.Unlock()
	r.moment++
	if err := json.Unmarshal(line, &f); err != nil || (f.Result == nil) == (f.Error == nil) {
		if r.process.plan.end != raceKill && r.process.plan.end != raceDeaf {
			r.odd = append(r.odd, fmt.Sprintf("on stdout: %.200q", line))
		}
		return
	}
	id := string(f.ID)
	r.answers[id]++
	if id == "null" || id == `"deaf"` {
		return
	}
	first := r.waiting(id, f.Error != nil && f.Error.Code == -32600)
	if first == nil {
		r.odd = append(r.odd, fmt.Sprintf("%d answers to %s", r.answers[id], id))
		return
	}
	first.got, first.settled = &f, r.moment
}

// write writes lines, with what has to be known before they can be answered.
func (r *racer) write(lines string, note func()) {
	r.mu.Lock()
	if r.closed {
		r.mu.Unlock()
		return
	}
	r.moment++
	note()
	r.mu.Unlock()
	_, _ = io.WriteString(r.in, lines) // the end may come first
}

// step sends a request, and a cancel behind it.
func (r *racer) step(n int) {
	s := &raceSent{raceStep: r.process.plan.steps[n]}
	if s.kind == racePrompt || s.kind == raceCancel || s.kind == raceGet {
		s.target = r.sessions[s.session]
	}
	line := r.line(s, n)
	cancel := `{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":` + s.id + "}}\n"
	note := func() {
		s.sent = r.moment
		r.process.sent = append(r.process.sent, s)
		r.byID[s.id] = append(r.byID[s.id], s)
		asked := s.cancels && s.after == 0
		for _, same := range r.byID[s.id] {
			asked = asked || same.cancelAsked // on its way, perhaps, and meant for the other one
		}
		for _, same := range r.byID[s.id] {
			same.doubled, same.cancelAsked = len(r.byID[s.id]) > 1, asked
		}
		r.askSession(s)
	}
	if s.cancels && s.after == 0 {
		r.write(line+cancel, note)
		return
	}
	r.write(line, note)
	if !s.cancels {
		return
	}
	r.later.Go(func() {
		time.Sleep(s.after)
		r.write(cancel, func() {
			for _, same := range r.byID[s.id] {
				same.cancelAsked = true
			}
		})
	})
}

// askSession notes which prompts a prompt_cancel may hit: those that came before it,
// and those that come while it has not been answered.
func (r *racer) askSession(s *raceSent) {
	for _, o := range r.process.sent {
		switch {
		case o.target != s.target:
		case s.kind == raceCancel && o.isPrompt():
			o.sessionAsked = true
		case s.isPrompt() && o.kind == raceCancel && o.settled == 0:
			s.sessionAsked = true
		}
	}
}

// line is the request of a step.
func (r *racer) line(s *raceSent, n int) string {
	switch s.kind {
	case racePrompt:
		s.text = r.process.plan.prompt(n)
		return call(s.id, "prompt_send", `{"prompt":"`+s.text+`","session_id":"`+s.target+`"}`)
	case raceNew:
		s.text = r.process.plan.prompt(n)
		return call(s.id, "prompt_send", `{"prompt":"`+s.text+`"}`)
	case raceCancel:
		return call(s.id, "prompt_cancel", `{"session_id":"`+s.target+`"}`)
	case raceUpdate:
		s.text = fmt.Sprintf("update p%d.%d.", r.process.plan.process, n)
		return call(s.id, "tool_call", `{"name":"memory_update","arguments":{"base_revision":"`+r.revision+`","changes":[{"path":"a.md","text":"`+s.text+`"}]}}`)
	case raceRead:
		return call(s.id, "tool_call", `{"name":"memory_get","arguments":{"path":"a.md"}}`)
	case raceGet:
		return call(s.id, "session_get", `{"session_id":"`+s.target+`"}`)
	}
	return call(s.id, "sessions_list", `{}`)
}

// end ends the process as the plan says.
func (r *racer) end() {
	r.t.Helper()
	signals := []syscall.Signal{syscall.SIGTERM, syscall.SIGINT, syscall.SIGHUP}
	signal := signals[r.process.plan.process%len(signals)]
	if r.process.plan.end <= raceCut {
		r.later.Wait()
	}
	r.mu.Lock()
	r.closed = true
	r.process.ended = r.moment
	r.mu.Unlock()
	began := time.Now()
	switch r.process.plan.end {
	case raceEOF:
		r.in.Close()
	case raceCut:
		_, _ = io.WriteString(r.in, `{"jsonrpc":"2.0","id":"cut","method":"tools/ca`)
		r.in.Close()
	case raceSignals:
		_ = r.command.Process.Signal(signal)
		_ = r.command.Process.Signal(syscall.SIGTERM)
	case raceSignal:
		_ = r.command.Process.Signal(signal)
	case raceDeaf:
		r.out.Close()
		<-r.read // only now is it closed for the other end
		_, _ = io.WriteString(r.in, call(`"deaf"`, "tools_list", `{}`))
	case raceKill:
		_ = r.command.Process.Kill()
	}
	r.awaitEnd(began)
}

// awaitEnd waits for the end and holds the exit code to what is stated: 0, but
// for a kill, and for a signal after which there was not enough time.
func (r *racer) awaitEnd(began time.Time) {
	r.t.Helper()
	ended := make(chan struct{})
	go func() { defer close(ended); _ = r.command.Wait() }()
	select {
	case <-ended:
	case <-time.After(2 * patience):
		r.t.Fatalf("process %d, end %d: it does not end", r.process.plan.process, r.process.plan.end)
	}
	took := time.Since(began)
	<-r.read
	r.later.Wait()
	p := r.process
	p.code = r.command.ProcessState.ExitCode()
	p.cleanly = p.code == 0
	late := p.code == 1 && took >= 3*time.Second && (p.plan.end == raceSignal || p.plan.end == raceSignals)
	if p.plan.end != raceKill && p.code != 0 && !late {
		r.t.Errorf("process %d: exit %d after %s", p.plan.process, p.code, took)
	}
	r.check()
}

// check holds the answers to the model.
func (r *racer) check() {
	for id, n := range r.answers {
		switch sent := len(r.byID[id]); {
		case id == "null" && r.process.plan.end == raceCut && n == 1, id == `"deaf"`: // the half line, and nobody's
		case n > sent:
			r.odd = append(r.odd, fmt.Sprintf("%d answers to %d requests with the id %s", n, sent, id))
		}
	}
	for _, fault := range append(r.odd, r.process.faults()...) {
		r.t.Errorf("process %d, end %d: %s", r.process.plan.process, r.process.plan.end, fault)
	}
}
