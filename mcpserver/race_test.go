package mcpserver_test

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"runtime"
	"strings"
	"sync"
	"testing"

	"github.com/openprogram/openprogram-go/mcpserver/internal/fakeruntime"
	"github.com/openprogram/openprogram-go/runtimebridge"
)

const (
	raceConnections = 200
	raceCalls       = 50 // on each connection: 10 000 races in all
)

// TestRaces lets completion, cancel notifications, prompt_cancel and the end of
// the input race for calls, and compares what the client got with what the
// runtime did and what the audit log says.
func TestRaces(t *testing.T) {
	var total raceCount
	for seed := range uint64(raceConnections) {
		r := newRace(t, seed)
		r.run()
		total.results += r.count.results
		total.cancelled += r.count.cancelled
		total.byPromptCancel += r.count.byPromptCancel
	}
	if total.results+total.cancelled != raceConnections*raceCalls {
		t.Errorf("%d results and %d cancellations for %d calls", total.results, total.cancelled, raceConnections*raceCalls)
	}
	if total.results < raceCalls || total.cancelled < raceCalls || total.byPromptCancel < raceCalls {
		t.Errorf("%+v: one side always wins, so nothing was raced", total)
	}
}

type raceCount struct{ results, cancelled, byPromptCancel int }

// race is one connection's calls.
type race struct {
	t      *testing.T
	random *rand.Rand
	audit  *fakeruntime.Audit
	count  raceCount

	mu      sync.Mutex
	effects map[string]int

	cancels int // prompt_cancel calls that were made
}

func newRace(t *testing.T, seed uint64) *race {
	return &race{t: t, random: rand.New(rand.NewPCG(seed, 1)), audit: &fakeruntime.Audit{}, effects: map[string]int{}}
}

// work is a tool whose only effect comes last.
func (r *race) work(ctx context.Context, _ *fakeruntime.Runtime, call runtimebridge.ToolCall) (runtimebridge.Result, error) {
	for range len(call.RequestID) * 10 {
		runtime.Gosched()
	}
	if !call.Outcome.Complete() {
		return runtimebridge.Result{}, call.Outcome.Err()
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	r.effects[call.RequestID]++
	return runtimebridge.TextResult("done"), nil
}

func (r *race) run() {
	d := dial(r.t, func(with *setup) {
		with.audit = r.audit
		with.runtime.Tools["work"] = r.work
		with.options.ShutdownGrace = -1
	})
	answers := make(chan map[string][]answered, 1)
	go func() { answers <- readAnswers(d.lines) }()
	r.play(d.out)
	if err := <-d.ended; err != nil {
		r.t.Fatalf("Serve = %v", err)
	}
	r.check(<-answers)
}

// play sends the calls, each with something that races it.
func (r *race) play(out *io.PipeWriter) {
	fmt.Fprintln(out, initLine)
	for i := range raceCalls {
		id := fmt.Sprintf("r%d", i)
		session := fmt.Sprintf("mcp_%032x", i/2+1)
		if i%2 == 0 {
			fmt.Fprintln(out, toolCall(`"`+id+`"`, "prompt_send", `{"prompt":"yield"}`))
		} else {
			fmt.Fprintln(out, toolCall(`"`+id+`"`, "tool_call", `{"name":"work"}`))
		}
		for range r.random.IntN(60) {
			runtime.Gosched()
		}
		switch r.random.IntN(4) {
		case 0, 1:
			fmt.Fprintln(out, cancelLine(`"`+id+`"`))
		case 2:
			r.cancels++
			fmt.Fprintln(out, toolCall(fmt.Sprintf(`"c%d"`, i), "prompt_cancel", `{"session_id":"`+session+`"}`))
		}
	}
	_ = out.Close() // in the middle of what still runs
}

// answered is one response as the client sees it.
type answered struct {
	Error *struct {
		Code    int    `json:"code"`
		Message string `json:"message"`
	} `json:"error"`
	Result *struct {
		Content []struct{ Text string } `json:"content"`
	} `json:"result"`
}

func readAnswers(lines *bufio.Scanner) map[string][]answered {
	answers := map[string][]answered{}
	for lines.Scan() {
		var response struct {
			ID any `json:"id"`
			answered
		}
		if json.Unmarshal(lines.Bytes(), &response) == nil {
			id := fmt.Sprint(response.ID)
			answers[id] = append(answers[id], response.answered)
		}
	}
	return answers
}

func (r *race) check(answers map[string][]answered) {
	records, reasons := map[any]int{}, map[any]int{}
	for _, record := range r.audit.Of(runtimebridge.AuditRequestCancelled) {
		records[record.Payload["request_id"]]++
		reasons[record.Payload["reason"]]++
	}
	r.count.byPromptCancel = reasons["prompt_cancel"]
	r.checkPromptCancels(answers, reasons["prompt_cancel"])
	for i := range raceCalls {
		id := fmt.Sprintf("r%d", i)
		got := answers[id]
		if len(got) != 1 || (got[0].Error == nil) == (got[0].Result == nil) {
			r.t.Fatalf("%s: answers %+v, want exactly one", id, got)
		}
		cancelled := 0
		if got[0].Error != nil {
			if got[0].Error.Code != 0 || got[0].Error.Message != "Request cancelled" {
				r.t.Errorf("%s: %+v", id, got[0].Error)
			}
			cancelled = 1
		}
		r.count.cancelled += cancelled
		r.count.results += 1 - cancelled
		if records[id] != cancelled {
			r.t.Errorf("%s: %d cancellation records, want %d", id, records[id], cancelled)
		}
		if i%2 == 1 && r.effects[id] != 1-cancelled {
			r.t.Errorf("%s: %d effects of a call that was cancelled %d times", id, r.effects[id], cancelled)
		}
	}
}

// checkPromptCancels compares what prompt_cancel said with what was recorded. The
// end of the input may take the answer of one that did cancel.
func (r *race) checkPromptCancels(answers map[string][]answered, recorded int) {
	made, cancelled, lost := 0, 0, 0
	for id, got := range answers {
		if !strings.HasPrefix(id, "c") {
			continue
		}
		made++
		switch {
		case len(got) != 1:
			r.t.Errorf("%s: answers %+v, want exactly one", id, got)
		case got[0].Result == nil:
			lost++
		case strings.Contains(got[0].Result.Content[0].Text, `"cancelled":true`):
			cancelled++
		}
	}
	if made != r.cancels || recorded < cancelled || recorded > cancelled+lost {
		r.t.Errorf("%d of %d prompt_cancel answered, %d say cancelled, %d got lost, %d recorded", made, r.cancels, cancelled, lost, recorded)
	}
}
