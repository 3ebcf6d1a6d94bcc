package fakeruntime

import (
	"context"
	"fmt"
	"runtime"
	"slices"
	"strings"
	"time"

	"github.com/openprogram/openprogram-go/runtimebridge"
)

// Prompt runs a turn. The first word of the text says how it goes: hang, deaf,
// panic, exit, break, busy, fail, ask, yield, steps, work (25 s); anything else is
// answered with "echo: " and the text.
func (c *connection) Prompt(ctx context.Context, p runtimebridge.Prompt) (runtimebridge.TurnResult, error) {
	r := c.runtime
	s, err := r.claim(p)
	if err != nil {
		return runtimebridge.TurnResult{}, err
	}
	defer r.release(s)
	if r.BeforeAdmit != nil {
		r.BeforeAdmit(ctx)
	}
	if p.Admit != nil {
		if err := p.Admit(s.id); err != nil {
			return runtimebridge.TurnResult{}, err
		}
	}
	if err := r.commit(p.Outcome, func() { r.add(s, runtimebridge.RoleUser, p.Text) }); err != nil {
		return runtimebridge.TurnResult{}, err
	}
	text, failed, err := r.act(ctx, s, p)
	if err != nil {
		return runtimebridge.TurnResult{}, err
	}
	if err := r.complete(p.Outcome, func() { r.add(s, runtimebridge.RoleAssistant, text) }); err != nil {
		return runtimebridge.TurnResult{}, err
	}
	result := runtimebridge.TurnResult{
		SessionID: s.id, AssistantMessageID: r.lastMessage(s), Text: text, Failed: failed,
	}
	if failed {
		result.FailureCode = "provider_unavailable"
	}
	if r.Result != nil {
		r.Result(&result)
	}
	return result, nil
}

func (r *Runtime) act(ctx context.Context, s *session, p runtimebridge.Prompt) (text string, failed bool, err error) {
	word, _, _ := strings.Cut(p.Text, " ")
	switch word {
	case "hang":
		return "", false, block(ctx, p.Outcome)
	case "deaf":
		<-r.free
	case "panic":
		panic("secret-canary")
	case "exit":
		runtime.Goexit()
	case "break":
		return "", false, ErrInternal
	case "busy":
		return "", false, runtimebridge.ErrSessionBusy
	case "fail":
		return "The provider cannot be reached.", true, nil
	case "ask":
		question := runtimebridge.Question{ID: "q1", SessionID: s.id, Kind: runtimebridge.QuestionApproval}
		answer := p.Ask(ctx, question)
		r.mu.Lock()
		r.questions = append(r.questions, answer)
		r.mu.Unlock()
	case "yield":
		for range 200 {
			runtime.Gosched()
		}
	case "steps":
		observeSteps(p.Observe)
	case "work":
		p.Observe(runtimebridge.TurnEvent{Kind: runtimebridge.EventModelCall, Step: 1})
		select {
		case <-time.After(25 * time.Second):
		case <-ctx.Done():
			return "", false, context.Cause(ctx)
		}
	}
	return "echo: " + p.Text, false, nil
}

func observeSteps(observe func(runtimebridge.TurnEvent)) {
	for _, event := range []runtimebridge.TurnEvent{
		{Kind: runtimebridge.EventModelCall, Step: 1},
		{Kind: runtimebridge.EventTextDelta, Text: "secret-canary"},
		{Kind: runtimebridge.EventToolStart, Step: 1, Tool: "secret-canary", CallID: "secret-canary"},
		{Kind: runtimebridge.EventToolEnd, Step: 1, Tool: "secret-canary", CallID: "secret-canary"},
		{Kind: runtimebridge.EventWaiting, Step: 2},
		{Kind: runtimebridge.EventModelCall, Step: 2},
	} {
		observe(event)
	}
}

// claim finds or makes the session of a turn and marks it as busy.
func (r *Runtime) claim(p runtimebridge.Prompt) (*session, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if p.SessionID == "" {
		r.made++
		s := &session{id: fmt.Sprintf("mcp_%032x", r.made), busy: true}
		r.sessions = append(r.sessions, s)
		return s, nil
	}
	s := r.find(p.SessionID)
	switch {
	case s == nil:
		return nil, runtimebridge.ErrSessionNotFound
	case s.busy:
		return nil, runtimebridge.ErrSessionBusy
	}
	s.busy = true
	return s, nil
}

// release ends a turn. A session without a message leaves nothing behind.
func (r *Runtime) release(s *session) {
	r.mu.Lock()
	defer r.mu.Unlock()
	s.busy = false
	if len(s.messages) == 0 {
		r.sessions = slices.DeleteFunc(r.sessions, func(other *session) bool { return other == s })
	}
}

// find is called with mu held, as is add.
func (r *Runtime) find(id string) *session {
	for _, s := range r.sessions {
		if s.id == id {
			return s
		}
	}
	return nil
}

func (r *Runtime) add(s *session, role runtimebridge.Role, text string) {
	s.updated = time.Now()
	s.messages = append(s.messages, runtimebridge.Message{
		ID: fmt.Sprintf("m%d", len(s.messages)+1), Role: role, Content: text, Timestamp: s.updated,
	})
}

func (r *Runtime) lastMessage(s *session) string {
	r.mu.Lock()
	defer r.mu.Unlock()
	return s.messages[len(s.messages)-1].ID
}
