//go:build unix

package acceptance_test

import (
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"os"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"
)

const (
	raceHomes     = 4
	raceProcesses = 256 // in all: with their steps more than 10 000 races

	// raceSeed sets the seed of what is drawn. What a race comes to is up to the
	// moment all the same.
	raceSeed = "OPENPROGRAM_RACE_SEED"
)

// raceSeedFor draws a seed, or takes the one that was set, and tells of it when
// the test fails.
func raceSeedFor(t *testing.T) uint64 {
	t.Helper()
	seed := rand.Uint64()
	if given := os.Getenv(raceSeed); given != "" {
		var err error
		if seed, err = strconv.ParseUint(given, 10, 64); err != nil {
			t.Fatal(err)
		}
	}
	t.Cleanup(func() {
		if t.Failed() {
			t.Logf("%s=%d draws the same", raceSeed, seed)
		}
	})
	return seed
}

// TestRacesOfEveryKind lets completion, cancel notifications, prompt_cancel and all
// ends of a process race for requests, and holds what clients are told, what is
// recorded and what is stored to one model.
func TestRacesOfEveryKind(t *testing.T) {
	seed := raceSeedFor(t)
	totals := make([]raceTotal, raceHomes)
	var group sync.WaitGroup
	for n := range raceHomes {
		h := ready(t, "memory_status", "memory_get", "memory_update")
		h.note("a.md", "The crane stays.\n")
		h.serve(wireFormats["openai"], http.HandlerFunc(thinker))
		if n%2 == 1 {
			h.set("mcp_server.shutdown_grace", "0s") // the end of the input cancels too
		}
		group.Go(func() { totals[n] = h.races(seed, n) })
	}
	group.Wait()
	var total raceTotal
	for _, part := range totals {
		total.add(part)
	}
	t.Logf("seed %d: %+v", seed, total)
	if least := min(total.completed, total.byRequest, total.byPrompt, total.byEnd, total.busy, total.unanswered, total.doubles); least < 10 {
		t.Errorf("%+v: something hardly ever happened, so nothing was raced", total)
	}
}

// raceTotal counts what has happened.
type raceTotal struct {
	requests, completed, busy, doubles, unanswered int
	byRequest, byPrompt, byEnd                     int // cancels, by what is recorded of them
}

func (t *raceTotal) add(o raceTotal) {
	t.requests += o.requests
	t.completed += o.completed
	t.busy += o.busy
	t.doubles += o.doubles
	t.unanswered += o.unanswered
	t.byRequest += o.byRequest
	t.byPrompt += o.byPrompt
	t.byEnd += o.byEnd
}

// thinker is a model that answers "answer to X" after the time that X names.
func thinker(w http.ResponseWriter, r *http.Request) {
	var request struct {
		Messages []struct{ Role, Content string }
	}
	if err := json.Unmarshal([]byte(readAll(r)), &request); err != nil || len(request.Messages) == 0 {
		w.WriteHeader(http.StatusBadRequest)
		return
	}
	asked := request.Messages[len(request.Messages)-1].Content
	wait := 0
	if _, after, found := strings.Cut(asked, " wait "); found {
		wait, _ = strconv.Atoi(after)
	}
	w.Header().Set("Content-Type", "text/event-stream")
	io.WriteString(w, chunk(map[string]any{"role": "assistant", "content": "answer "}, nil))
	w.(http.Flusher).Flush()
	select {
	case <-time.After(time.Duration(wait) * time.Millisecond):
	case <-r.Context().Done():
		return
	}
	io.WriteString(w, chunk(map[string]any{"content": "to " + asked}, nil)+end("stop"))
}

// races runs one home's share of the processes, one after the other.
func (h *home) races(seed uint64, share int) raceTotal {
	sessions := h.raceSessions(0)
	var processes []*raceProcess
	for n := share; n < repetitions(raceProcesses) && !h.t.Failed(); n += raceHomes {
		if n%32 < raceHomes { // so that they do not grow without end
			sessions = h.raceSessions(n)
		}
		plan := newRacePlan(rand.New(rand.NewPCG(seed, uint64(n))), n)
		processes = append(processes, h.playRace(plan, sessions))
	}
	return h.checkRaces(processes)
}

// raceSessions begins new sessions. Each prompt has to be answered, whatever has
// become of the processes before.
func (h *home) raceSessions(n int) []string {
	h.t.Helper()
	l := h.live()
	defer l.end()
	sessions := make([]string, raceSessions)
	for i := range sessions {
		a, failure, ok := l.prompt(fmt.Sprintf("begin %d.%d", n, i), "")
		if !ok || failure != "" {
			h.t.Errorf("a first prompt: %s", failure)
		}
		sessions[i] = a.SessionID
	}
	return sessions
}
