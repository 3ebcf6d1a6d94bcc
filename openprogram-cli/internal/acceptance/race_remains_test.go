//go:build unix

package acceptance_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/openprogram/openprogram-go/runtimebridge/store"
)

// raceRecords are the audit records of the requests with one id.
type raceRecords struct {
	cancelled, started, finished []record
}

// checkRaces compares what the clients of one home were told with what is
// recorded and stored.
func (h *home) checkRaces(processes []*raceProcess) raceTotal {
	h.ok("audit", "verify")
	records := h.raceRecords()
	total := raceTotal{}
	for _, p := range processes {
		reported := map[string]bool{}
		for _, s := range p.sent {
			total.count(s)
			id := strings.Trim(s.id, `"`)
			if reported[id] {
				continue
			}
			reported[id] = true
			for _, fault := range p.recordFaults(s.id, records[id]) {
				h.t.Errorf("process %d, end %d: %s: %s", p.plan.process, p.plan.end, id, fault)
			}
			for _, r := range records[id].cancelled {
				total.countReason(r)
			}
		}
		for _, fault := range p.promptCancelFaults(records) {
			h.t.Errorf("process %d, end %d: %s", p.plan.process, p.plan.end, fault)
		}
	}
	h.checkRaceHistory(processes)
	h.checkRaceEffects(processes)
	return total
}

func (t *raceTotal) count(s *raceSent) {
	text, _, _ := s.result()
	t.requests++
	switch {
	case s.got == nil:
		t.unanswered++
	case s.completed():
		t.completed++
	case strings.Contains(text, "session is busy"):
		t.busy++
	case s.refusedAsDouble():
		t.doubles++
	}
}

func (t *raceTotal) countReason(r record) {
	switch r.Payload["reason"] {
	case "request_cancelled":
		t.byRequest++
	case "prompt_cancel":
		t.byPrompt++
	case "connection_closed":
		t.byEnd++
	}
}

func (h *home) raceRecords() map[string]raceRecords {
	all := map[string]raceRecords{}
	for kind, keep := range map[string]func(*raceRecords, record){
		"mcp.request.cancelled": func(to *raceRecords, r record) { to.cancelled = append(to.cancelled, r) },
		"mcp.prompt.started":    func(to *raceRecords, r record) { to.started = append(to.started, r) },
		"mcp.prompt.finished":   func(to *raceRecords, r record) { to.finished = append(to.finished, r) },
	} {
		for _, r := range h.audit(kind) {
			id := fmt.Sprint(r.Payload["request_id"])
			entry := all[id]
			keep(&entry, r)
			all[id] = entry
		}
	}
	return all
}

// recordFaults holds the records of one id to the answers that it got: one record
// for each cancel, and an end for each start.
func (p *raceProcess) recordFaults(id string, r raceRecords) (faults []string) {
	cancelled, unanswered, completed := 0, 0, 0
	asked := false
	for _, s := range p.sent {
		if s.id != id {
			continue
		}
		asked = asked || s.cancelAsked
		switch {
		case s.cancelled():
			cancelled++
		case s.completed():
			completed++
		case s.got == nil || p.givenUp(s):
			unanswered++
		}
	}
	// A client that does not listen any more is not told of all that is recorded;
	// who is killed may have told and not recorded.
	lost := 0
	if !p.cleanly {
		lost = cancelled
	}
	if p.plan.end <= raceSignals && p.cleanly {
		unanswered = 0 // nothing is recorded of what was never read
	}
	if n := len(r.cancelled); n < cancelled-lost || n > cancelled+unanswered {
		faults = append(faults, fmt.Sprintf("%d records of %d cancels", n, cancelled))
	}
	if p.cleanly && len(r.started) != len(r.finished) {
		faults = append(faults, fmt.Sprintf("%d prompts started, %d finished", len(r.started), len(r.finished)))
	}
	ended := 0
	for _, f := range r.finished {
		if f.Payload["outcome"] == "completed" {
			ended++
		}
	}
	if ended < completed || ended > completed+unanswered {
		faults = append(faults, fmt.Sprintf("%d prompts are recorded as completed, %d were answered", ended, completed))
	}
	for _, c := range r.cancelled {
		if reason := c.Payload["reason"]; reason == "request_cancelled" && !asked || reason == "connection_closed" && p.plan.end == raceKill || len(c.Payload) != 4 {
			faults = append(faults, fmt.Sprintf("odd record %v", c.Payload))
		}
	}
	return faults
}

// promptCancelFaults compares what prompt_cancel said with what is recorded.
func (p *raceProcess) promptCancelFaults(records map[string]raceRecords) (faults []string) {
	said, silent, recorded := map[string]int{}, map[string]int{}, map[string]int{}
	seen := map[string]bool{}
	for _, s := range p.sent {
		if s.kind == raceCancel {
			if text, _, ok := s.result(); !ok {
				silent[s.target]++
			} else if strings.Contains(text, `"cancelled":true`) {
				said[s.target]++
			}
		}
		id := strings.Trim(s.id, `"`)
		if seen[id] {
			continue
		}
		seen[id] = true
		for _, c := range records[id].cancelled {
			if c.Payload["reason"] == "prompt_cancel" {
				recorded[fmt.Sprint(c.Payload["session_id"])]++
			}
		}
	}
	for target, n := range recorded {
		if n > said[target]+silent[target] {
			faults = append(faults, fmt.Sprintf("%d cancels of prompt_cancel are recorded, %d were told", n, said[target]))
		}
	}
	for target, n := range said {
		if n > recorded[target] && p.cleanly {
			faults = append(faults, fmt.Sprintf("%d cancels of prompt_cancel were told, %d are recorded", n, recorded[target]))
		}
	}
	return faults
}

// checkRaceHistory holds the stored sessions to the answers.
func (h *home) checkRaceHistory(processes []*raceProcess) {
	h.ok("sessions", "verify")
	count, reply := map[string]int{}, map[string]string{}
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
		for i, m := range session.Messages {
			if m.Role != []string{"user", "assistant"}[i%2] || m.Content == "" || !store.Paired(m.Steps) {
				h.t.Errorf("%s: message %d is not in order: %+v", session.ID, i, m)
			}
			if i%2 == 1 {
				count[session.Messages[i-1].Content]++
				reply[session.Messages[i-1].Content] = m.Content
			}
		}
	}
	for _, p := range processes {
		for _, s := range p.sent {
			if !s.isPrompt() {
				continue
			}
			if fault := p.storedFault(s, count[s.text], reply[s.text]); fault != "" {
				h.t.Errorf("process %d, end %d: %s %q %s: %q", p.plan.process, p.plan.end, s.id, s.text, fault, reply[s.text])
			}
		}
	}
}

// checkRaceEffects holds what the notes were suggested to the answers.
func (h *home) checkRaceEffects(processes []*raceProcess) {
	pending := h.ok("memory", "pending", "--json")
	for _, p := range processes {
		for _, s := range p.sent {
			if s.kind != raceUpdate {
				continue
			}
			_, failed, ok := s.result()
			want := []int{0, 1}
			switch {
			case ok && !failed:
				want = []int{1}
			case s.got != nil && !p.givenUp(s):
				want = []int{0}
			}
			if n := strings.Count(pending, s.text+`"`) + strings.Count(pending, s.text+`\n`); !slices.Contains(want, n) {
				h.t.Errorf("process %d, end %d: %s has %d effects, want %v: %.200s %+v", p.plan.process, p.plan.end, s.id, n, want, s.got.Result, s.got.Error)
			}
		}
	}
}
