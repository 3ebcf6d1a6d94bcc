package runtimebridge

import "context"

// Prompt is one request for a turn.
type Prompt struct {
	Text      string
	SessionID string   // empty: a new session
	RequestID string   // the client's id as sent, for the audit log
	Outcome   *Outcome // decides how the request ends; nil means nobody cancels

	// Admit is called once, when the session of the turn is known and the turn
	// is certain to start, before anything is stored. An error refuses the
	// prompt: nothing is stored and Prompt returns that error. May be nil.
	Admit func(sessionID string) error

	// Observe is told what the turn does, in order, from one goroutine at a
	// time, never after Prompt returns. It must not block. May be nil.
	Observe func(TurnEvent)

	// Ask answers questions that the turn raises (approvals among them). It
	// returns when ctx ends. Nil declines every question at once.
	Ask func(ctx context.Context, q Question) Answer
}

// TurnResult is how a turn ended.
type TurnResult struct {
	SessionID          string
	AssistantMessageID string // the stored assistant message, also of a failed turn
	Text               string // what the assistant said, or the fixed sentence of the failure
	Failed             bool
	FailureCode        string // a reason code such as provider_unavailable; empty when not failed
}

// TurnEventKind says what happened inside a turn.
type TurnEventKind string

// The kinds of turn event.
const (
	EventModelCall TurnEventKind = "model_call" // a request to the provider begins
	EventTextDelta TurnEventKind = "text_delta" // a piece of the answer: for the owner's screen only
	EventToolStart TurnEventKind = "tool_start"
	EventToolEnd   TurnEventKind = "tool_end"
	EventWaiting   TurnEventKind = "waiting" // backing off before the provider is asked again
)

// TurnEvent is one event of a running turn.
type TurnEvent struct {
	Kind    TurnEventKind
	Step    int    // the number of the model call, from 1
	Tool    string // for tool events: its name
	CallID  string // for tool events: the model's call id
	IsError bool   // for EventToolEnd
	Text    string // for EventTextDelta
	// Detail is for the owner's screen only, and empty for anybody else: at
	// EventToolStart the arguments as JSON, at EventToolEnd the result's text.
	Detail string
}
