//go:build unix

package acceptance_test

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"os/exec"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/openprogram/openprogram-go/runtimebridge/provider/stream/streamtest"
	"github.com/openprogram/openprogram-go/runtimebridge/store"
)

// talker is a model that answers "answer to X" to X: at once, or after a reply
// with two calls when X begins with "look".
func talker(look streamtest.Reply) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		var request struct {
			Messages []struct {
				Role    string
				Content string
			}
		}
		if err := json.Unmarshal([]byte(readAll(r)), &request); err != nil {
			w.WriteHeader(http.StatusBadRequest)
			return
		}
		last := request.Messages[len(request.Messages)-1]
		asked := last.Content
		for i := len(request.Messages) - 1; request.Messages[i].Role != "user"; i-- {
			asked = request.Messages[i-1].Content
		}
		w.Header().Set("Content-Type", "text/event-stream")
		if last.Role == "user" && strings.HasPrefix(asked, "look") {
			io.WriteString(w, look.Body)
			return
		}
		io.WriteString(w, say("answer to "+asked).Body)
	})
}

// life is one server process, driven without a library so that it may die at any
// moment.
type life struct {
	command *exec.Cmd
	in      io.Writer
	out     *bufio.Reader
	id      int
}

func (h *home) live() *life {
	h.t.Helper()
	c := h.server()
	in, err := c.StdinPipe()
	if err != nil {
		h.t.Fatal(err)
	}
	out, err := c.StdoutPipe()
	if err != nil {
		h.t.Fatal(err)
	}
	if err := c.Start(); err != nil {
		h.t.Fatal(err)
	}
	h.t.Cleanup(func() { c.Process.Kill() })
	l := &life{command: c, in: in, out: bufio.NewReader(out)}
	if _, err := io.WriteString(in, initialize); err != nil {
		h.t.Fatal(err)
	}
	if _, err := l.out.ReadString('\n'); err != nil {
		h.t.Fatal(err)
	}
	return l
}

// prompt sends a prompt and waits for its answer: false when the process dies
// before.
func (l *life) prompt(text, session string) (answer turn, failure string, ok bool) {
	l.id++
	arguments := mustJSON(map[string]any{"prompt": text, "session_id": session})
	if session == "" {
		arguments = mustJSON(map[string]any{"prompt": text})
	}
	if _, err := io.WriteString(l.in, call(fmt.Sprint(1000+l.id), "prompt_send", string(arguments))); err != nil {
		return turn{}, "", false
	}
	line, err := l.out.ReadString('\n')
	if err != nil {
		return turn{}, "", false
	}
	var f struct {
		Result struct {
			IsError bool
			Content []struct{ Text string }
		}
		Error any
	}
	if err := json.Unmarshal([]byte(line), &f); err != nil || f.Error != nil || f.Result.IsError {
		return turn{}, line, true
	}
	if err := json.Unmarshal([]byte(f.Result.Content[0].Text), &answer); err != nil || answer.Failed {
		return turn{}, line, true
	}
	return answer, "", true
}

func (l *life) end() {
	_ = l.command.Process.Kill()
	_ = l.command.Wait()
}

const (
	wantTurns = 400
	wantKills = 40
)

// A server is killed over and over, at any moment of its turns. What it has
// answered is there afterwards, and every session goes on.
func TestKillsLoseNothingThatWasAnswered(t *testing.T) {
	h := ready(t)
	h.note("a.md", "The crane stays.\n")
	h.serve(wireFormats["openai"], talker(useOpenAI(
		toolUse{"memory_search", `{"query":"crane"}`}, toolUse{"memory_get", `{"path":"a.md"}`})))
	answered := map[string][]string{} // by session: what was asked
	var sessions []string
	first := h.live()
	for i := range 4 {
		a, failure, ok := first.prompt(fmt.Sprintf("begin %d", i), "")
		if !ok || failure != "" {
			t.Fatalf("the first prompt: %s", failure)
		}
		sessions = append(sessions, a.SessionID)
		answered[a.SessionID] = []string{fmt.Sprintf("begin %d", i)}
	}
	first.end()
	turns, within := 0, 300*time.Millisecond
	for kills := 0; turns < repetitions(wantTurns) || kills < repetitions(wantKills); kills++ {
		l, before := h.live(), turns
		killer := time.AfterFunc(rand.N(within), func() { _ = l.command.Process.Kill() })
		for n := 0; ; n++ {
			session := sessions[n%len(sessions)]
			text := fmt.Sprintf("look at %d.%d", kills, n)
			_, failure, ok := l.prompt(text, session)
			if !ok {
				break
			}
			if failure != "" {
				t.Fatalf("after %d kills: %s", kills, failure)
			}
			answered[session] = append(answered[session], text)
			turns++
		}
		killer.Stop()
		l.end()
		if turns == before { // so that a machine under load gets to answers, too
			within += within / 10
		}
	}
	h.checkSessions(answered)
	for _, session := range sessions {
		if a := h.ask("look once more", "--session", session); a.Text != "answer to look once more" {
			t.Errorf("afterwards: %+v", a)
		}
	}
}

// The same for the owner's own prompts, with commands that run.
func TestKillsOfTheOwnersPrompt(t *testing.T) {
	h, _ := atWork(t)
	h.serve(wireFormats["openai"], talker(useOpenAI(
		toolUse{"bash", `{"command":"echo $$ >> pids"}`}, toolUse{"edit", `{"file_path":"a.txt","old_string":"one","new_string":"one"}`})))
	began := time.Now()
	session := h.ask("begin").SessionID
	late := time.Since(began) // so that about every second prompt is killed
	answered, killed := []string{"begin"}, 0
	for i := 0; killed < repetitions(25) || len(answered) < repetitions(25); i++ {
		text := fmt.Sprintf("look at %d", i)
		c := h.command("prompt", "--json", "--yes", "--session", session, text)
		o := finishUnlessKilled(t, c, rand.N(2*late+1)+1)
		switch {
		case strings.Contains(o.stdout, `"failed": false`) && strings.HasSuffix(o.stdout, "}\n"):
			answered = append(answered, text)
			late -= late / 10
		case o.code > 0:
			t.Fatalf("prompt %d: exit %d, %s", i, o.code, o.stderr)
		default:
			killed++
			late += late/10 + time.Millisecond
		}
	}
	h.checkSessions(map[string][]string{session: answered})
	if a := h.ask("and now", "--session", session); a.Text != "answer to and now" {
		t.Errorf("afterwards: %+v", a)
	}
}

// checkSessions holds what is stored to what was answered: everything is there,
// once, and every turn is whole.
func (h *home) checkSessions(answered map[string][]string) {
	h.t.Helper()
	h.ok("sessions", "verify")
	for line := range strings.Lines(h.ok("sessions", "export", "-")) {
		var session struct {
			ID       string
			Messages []struct {
				Role, Content string
				Steps         []store.Step
			}
		}
		if err := json.Unmarshal([]byte(line), &session); err != nil {
			h.t.Fatal(err)
		}
		said := map[string]int{}
		for i, m := range session.Messages {
			if want := []string{"user", "assistant"}[i%2]; m.Role != want || m.Content == "" || !store.Paired(m.Steps) {
				h.t.Errorf("%s: message %d is not in order: %+v", session.ID, i, m)
			}
			said[m.Content]++
		}
		for _, text := range answered[session.ID] {
			if said[text] != 1 || said["answer to "+text] != 1 {
				h.t.Errorf("%s: %q was answered, and is there %d times, its answer %d times", session.ID, text, said[text], said["answer to "+text])
			}
		}
	}
}

// Five servers on one state directory: no turn waits for another so long that it
// fails.
func TestFiveServersOnOneStateDirectory(t *testing.T) {
	const servers, turns = 5, 50
	h := ready(t)
	h.note("a.md", "The crane stays.\n")
	h.serve(wireFormats["openai"], talker(useOpenAI(toolUse{"memory_search", `{"query":"crane"}`})))
	answered := map[string][]string{}
	var mu sync.Mutex
	var group sync.WaitGroup
	for server := range servers {
		l := h.live()
		group.Go(func() {
			session := ""
			for n := range turns {
				text := fmt.Sprintf("look at %d.%d", server, n)
				a, failure, ok := l.prompt(text, session)
				if !ok || failure != "" {
					t.Errorf("server %d, turn %d: %s", server, n, failure)
					return
				}
				session = a.SessionID
				mu.Lock()
				answered[session] = append(answered[session], text)
				mu.Unlock()
			}
		})
	}
	group.Wait()
	h.checkSessions(answered)
}
