package store

import "encoding/json"

// StepKind says what a step is.
type StepKind string

// The kinds of step.
const (
	StepReply   StepKind = "reply"   // a model reply that calls tools
	StepResult  StepKind = "result"  // the result of one call
	StepPartial StepKind = "partial" // text of a reply that broke off: kept, never sent again
	StepSummary StepKind = "summary" // stands for everything before it in the model's context
)

// Step is one thing that happened inside a turn. It is stored and exported as
// this JSON.
type Step struct {
	Kind      StepKind `json:"kind"`
	Text      string   `json:"text,omitempty"`
	Calls     []Call   `json:"calls,omitempty"`     // reply
	Provider  string   `json:"provider,omitempty"`  // reply: whose Reasoning it is
	Reasoning string   `json:"reasoning,omitempty"` // reply: replayed to the same provider verbatim
	CallID    string   `json:"call_id,omitempty"`   // result
	Tool      string   `json:"tool,omitempty"`      // result
	IsError   bool     `json:"is_error,omitempty"`  // result
	Images    []Image  `json:"images,omitempty"`    // result
}

// Call is one tool call of a model reply.
type Call struct {
	ID        string `json:"id"`
	Name      string `json:"name"`
	Arguments string `json:"arguments"` // valid JSON
}

// Image is an image of a tool result.
type Image struct {
	Data     string `json:"data"` // canonical base64
	MIMEType string `json:"mime_type"`
}

// Valid reports whether the step is well formed: of a known kind, with calls in
// a reply only, each with an id, a name and arguments that are JSON, and a call
// id in a result only.
func (s Step) Valid() bool {
	switch s.Kind {
	case StepReply, StepResult, StepPartial, StepSummary:
	default:
		return false
	}
	if len(s.Calls) > 0 && s.Kind != StepReply || (s.CallID != "") != (s.Kind == StepResult) {
		return false
	}
	for _, c := range s.Calls {
		if c.ID == "" || c.Name == "" || !json.Valid([]byte(c.Arguments)) {
			return false
		}
	}
	return true
}

// MissingResults gives, in order, the results that steps lack: one for each call
// that has none.
func MissingResults(steps []Step) []Step {
	answered := map[string]int{}
	for _, s := range steps {
		if s.Kind == StepResult {
			answered[s.CallID]++
		}
	}
	var missing []Step
	for _, s := range steps {
		for _, c := range s.Calls {
			if answered[c.ID] > 0 {
				answered[c.ID]--
				continue
			}
			missing = append(missing, Step{
				Kind: StepResult, CallID: c.ID, Tool: c.Name, Text: InterruptedResult, IsError: true,
			})
		}
	}
	return missing
}

// Paired reports whether every call has exactly one result, after it.
func Paired(steps []Step) bool {
	open := map[string]int{}
	unanswered := 0
	for _, s := range steps {
		for _, c := range s.Calls {
			open[c.ID]++
			unanswered++
		}
		if s.Kind != StepResult {
			continue
		}
		if open[s.CallID] == 0 {
			return false
		}
		open[s.CallID]--
		unanswered--
	}
	return unanswered == 0
}
