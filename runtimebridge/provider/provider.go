package provider

import (
	"context"
	"errors"
	"time"

	"github.com/openprogram/openprogram-go/runtimebridge"
	"github.com/openprogram/openprogram-go/runtimebridge/store"
)

// Provider asks a model for one reply.
type Provider interface {
	// Name is the kind, as in provider.kind. Reasoning goes back only to the
	// provider that it came from.
	Name() string

	// Stream asks for one reply and returns it whole. emit is called with what
	// arrives meanwhile, from one goroutine, never after Stream returns. When
	// ctx ends the connection is closed and ctx's error is returned. Every
	// other error is an *Error; the Reply then holds the text so far. Retries
	// happen inside, and only before the first output.
	Stream(ctx context.Context, req Request, emit func(Event)) (Reply, error)
}

// Request is what the model gets.
type Request struct {
	System   string
	Messages []Message
	Tools    []runtimebridge.ToolSpec
}

// Role says who a message of a request is from.
type Role string

// The roles of a request.
const (
	RoleUser      Role = "user"
	RoleAssistant Role = "assistant"
	RoleTool      Role = "tool" // the result of one call
)

// Message is one message of a request. No message is empty; each call of an
// assistant message is followed by exactly one result.
type Message struct {
	Role      Role
	Text      string
	Calls     []store.Call  // assistant
	Provider  string        // assistant: whose Reasoning it is
	Reasoning string        // assistant: opaque, replayed verbatim
	CallID    string        // tool
	Tool      string        // tool
	IsError   bool          // tool
	Images    []store.Image // tool
}

// Event is something that arrives while a reply streams.
type Event struct {
	Text    string        // a piece of the answer
	Waiting time.Duration // set: backing off this long before asking again
}

// StopReason says why the model stopped.
type StopReason string

// The stop reasons.
const (
	StopEnd    StopReason = "end"
	StopCalls  StopReason = "calls"
	StopLength StopReason = "length"
)

// Reply is a model's reply.
type Reply struct {
	Text      string
	Calls     []store.Call // Arguments as sent by the model, perhaps not valid JSON
	Reasoning string
	Stop      StopReason
	Usage     Usage
}

// Usage counts the tokens of a reply, as the provider says; 0 means unknown.
type Usage struct{ Input, Output int }

// Code says why a request failed.
type Code string

// The failure codes. Each has one fixed sentence in package turn.
const (
	CodeNoKey         Code = "no_key"          // the configured key is missing
	CodeAuth          Code = "auth"            // the provider refused the key
	CodeQuota         Code = "quota"           // no credit left: never retried
	CodeRateLimited   Code = "rate_limited"    // still limited after the retries
	CodeUnavailable   Code = "unavailable"     // no connection, 5xx, overloaded
	CodeBroken        Code = "broken_stream"   // the stream ended or failed half way
	CodeIdle          Code = "idle"            // nothing came for too long
	CodeContextLimit  Code = "context_limit"   // the request does not fit the model
	CodeModel         Code = "model_not_found" // the endpoint does not know the model
	CodeBadRequest    Code = "bad_request"     // the provider refused the request
	CodeBadReply      Code = "bad_reply"       // what came was not the protocol
	CodeMisconfigured Code = "misconfigured"   // base URL, kind or model missing or unusable
)

// Error is a failed request. It carries no text of the provider: Detail is for
// the diagnostic log at debug level and holds a status or a kind, nothing else.
type Error struct {
	Code       Code
	Detail     string
	RetryAfter time.Duration // what the provider asked for, 0 when nothing
}

// Error is the code.
func (e *Error) Error() string { return "provider: " + string(e.Code) }

// CodeOf is the code of a provider error, or "" when err is none.
func CodeOf(err error) Code {
	var e *Error
	if errors.As(err, &e) {
		return e.Code
	}
	return ""
}
