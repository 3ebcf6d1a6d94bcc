//go:build unix

package acceptance_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/openprogram/openprogram-go/runtimebridge/store"
)

// raceSent is a request as the model sees it: what was asked, what else was done
// that bears on it, and how it was answered.
type raceSent struct {
	raceStep
	text    string // of a prompt or of an update
	target  string // the id of the session, empty for none
	sent    int    // moments are counted, not timed
	settled int    // when its answer was read, 0 for never
	got     *frame

	cancelAsked  bool // by a notification with its id
	sessionAsked bool // by a prompt_cancel for its session
	doubled      bool // another request of the process has the same id
}

func (s *raceSent) isPrompt() bool { return s.kind == racePrompt || s.kind == raceNew }

func (s *raceSent) cancelled() bool {
	return s.got != nil && s.got.Error != nil && s.got.Error.Code == 0 && s.got.Error.Message == "Request cancelled"
}

// refusedAsDouble reports the answer to the second of two requests in flight.
func (s *raceSent) refusedAsDouble() bool {
	return s.doubled && s.got != nil && s.got.Error != nil && s.got.Error.Code == -32600
}

// result is the text of a result, and whether it says that it is a failure.
func (s *raceSent) result() (text string, failed, ok bool) {
	if s.got == nil || s.got.Result == nil {
		return "", false, false
	}
	var r struct {
		IsError bool
		Content []struct{ Text string }
	}
	if json.Unmarshal(s.got.Result, &r) != nil || len(r.Content) != 1 {
		return "", false, false
	}
	return r.Content[0].Text, r.IsError, true
}

// givenUp reports that a request had completed when its connection ended, and was
// not written down in time: a slow disk can do that. What has become of it is open.
func (p *raceProcess) givenUp(s *raceSent) bool {
	text, failed, ok := s.result()
	return ok && failed && s.settled > p.ended &&
		(text == `{"error":"prompt execution failed"}` || text == "Runtime tool execution failed")
}

// completed reports that a prompt was answered by the model.
func (s *raceSent) completed() bool {
	_, failed, ok := s.result()
	return s.isPrompt() && ok && !failed
}

// raceProcess is one process and everything that was asked of it.
type raceProcess struct {
	plan    racePlan
	sent    []*raceSent
	ended   int // the moment
	code    int
	cleanly bool // it had the time to clean up, and says so
}

// faults are the answers that the model does not allow.
func (p *raceProcess) faults() (faults []string) {
	for _, s := range p.sent {
		switch {
		case s.got == nil:
			if p.plan.end <= raceCut {
				faults = append(faults, fmt.Sprintf("%s: no answer", s.id))
			}
		case s.cancelled():
			// Whoever still waits at the end may be cancelled by that, but by a kill.
			if !s.cancelAsked && !s.sessionAsked && (s.settled < p.ended || p.plan.end == raceKill) {
				faults = append(faults, fmt.Sprintf("%s: cancelled, and nobody asked for it; the end came at %d%s", s.id, p.ended, p.story(s)))
			}
		case s.refusedAsDouble(), p.givenUp(s):
		default:
			if fault := p.fault(s); fault != "" {
				faults = append(faults, fmt.Sprintf("%s: %s: %.200s %+v%s", s.id, fault, s.got.Result, s.got.Error, p.story(s)))
			}
		}
	}
	return faults
}

// story tells what was asked with the id or the session of a request, for whoever
// has to understand a fault.
func (p *raceProcess) story(s *raceSent) string {
	var out strings.Builder
	for n, o := range p.sent {
		if o.id != s.id && (s.target == "" || o.target != s.target) {
			continue
		}
		fmt.Fprintf(&out, "\n\t%d: kind %d, %s, sent %d, cancelled by id %t, by session %t", n, o.kind, o.id, o.sent, o.cancelAsked, o.sessionAsked)
		if o.got != nil {
			fmt.Fprintf(&out, "; at %d: %.120s %+v", o.settled, o.got.Result, o.got.Error)
		}
	}
	return out.String()
}

// fault says what is wrong with an answer that is no cancel.
func (p *raceProcess) fault(s *raceSent) string {
	text, failed, ok := s.result()
	if !ok {
		return "no result"
	}
	switch s.kind {
	case racePrompt, raceNew:
		return p.promptFault(s, text, failed)
	case raceCancel:
		if text != `{"cancelled":true,"session_id":"`+s.target+`"}` && text != `{"cancelled":false,"session_id":"`+s.target+`"}` {
			return "no answer of prompt_cancel"
		}
	case raceUpdate:
		if failed && text != "[conflict] memory revision changed" || !failed && !strings.Contains(text, `"ids"`) {
			return "no answer of memory_update"
		}
	case raceRead:
		if failed || !strings.Contains(text, "The crane stays.") {
			return "not the note"
		}
	case raceList, raceGet:
		if failed || !strings.HasPrefix(text, "[") {
			return "no list"
		}
	}
	return ""
}

func (p *raceProcess) promptFault(s *raceSent, text string, failed bool) string {
	if failed {
		if text != `{"error":"session is busy"}` {
			return "a failure"
		}
		if !p.overlaps(s) {
			return "busy, and no other prompt was under way"
		}
		return ""
	}
	var t turn
	switch err := json.Unmarshal([]byte(text), &t); {
	case err != nil || t.Failed || t.MessageID == "":
		return "no turn"
	case t.Text != "answer to "+s.text:
		return "the answer to another prompt"
	case s.kind == racePrompt && t.SessionID != s.target, !strings.HasPrefix(t.SessionID, "mcp_"):
		return "in another session"
	}
	return ""
}

// overlaps reports whether another prompt of the same session was under way while
// this one was: from when it was sent to when its answer was read.
func (p *raceProcess) overlaps(s *raceSent) bool {
	return slices.ContainsFunc(p.sent, func(o *raceSent) bool {
		return o != s && o.isPrompt() && o.target == s.target &&
			(o.settled == 0 || o.settled > s.sent) && (s.settled == 0 || o.sent < s.settled)
	})
}

// storedFault says what is wrong with what a session holds behind a prompt, of
// which it holds so many.
func (p *raceProcess) storedFault(s *raceSent, count int, reply string) string {
	switch {
	case count > 1:
		return "is stored twice"
	case s.completed() && (count != 1 || reply != "answer to "+s.text):
		return "was answered, and is not stored so"
	case s.cancelled() && count == 1 && reply != store.CancelledNote && reply != store.InterruptedNote:
		return "was cancelled, and an answer is stored"
	case s.cancelled() && count == 1 && reply == store.InterruptedNote && p.cleanly:
		return "was cancelled, and is stored as interrupted"
	case s.got != nil && !s.completed() && !s.cancelled() && !p.givenUp(s) && count > 0:
		return "was refused, and is stored"
	}
	return ""
}
