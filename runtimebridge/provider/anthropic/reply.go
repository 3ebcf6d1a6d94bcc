package anthropic

import (
	"encoding/json"
	"strings"

	"github.com/openprogram/openprogram-go/runtimebridge/provider"
	"github.com/openprogram/openprogram-go/runtimebridge/store"
)

// The wire format of a stream.
type (
	event struct {
		Type         string          `json:"type"`
		Index        int             `json:"index"`
		Message      *started        `json:"message"`
		ContentBlock *block          `json:"content_block"`
		Delta        *delta          `json:"delta"`
		Usage        *usage          `json:"usage"`
		Error        json.RawMessage `json:"error"`
	}
	started struct {
		Usage usage `json:"usage"`
	}
	delta struct {
		Type        string `json:"type"`
		Text        string `json:"text"`
		PartialJSON string `json:"partial_json"`
		Thinking    string `json:"thinking"`
		Signature   string `json:"signature"`
		StopReason  string `json:"stop_reason"`
	}
	usage struct {
		InputTokens  int `json:"input_tokens"`
		OutputTokens int `json:"output_tokens"`
	}
	// block is a content block while it grows. Its JSON is that of a thinking
	// or redacted_thinking block, which goes back as it came.
	block struct {
		Type      string          `json:"type"`
		Text      string          `json:"text,omitempty"`
		ID        string          `json:"id,omitempty"`
		Name      string          `json:"name,omitempty"`
		Input     json.RawMessage `json:"input,omitempty"`
		Thinking  *string         `json:"thinking,omitempty"`
		Signature string          `json:"signature,omitempty"`
		Data      string          `json:"data,omitempty"`

		partial strings.Builder
	}
)

// reply collects one attempt.
type reply struct {
	emit   func(provider.Event)
	blocks []*block
	index  map[int]*block
	stop   string
	usage  provider.Usage
	closed bool
	output bool
}

// Started reports whether text was emitted or any part of a call arrived.
func (r *reply) Started() bool { return r.output }

// Done reports whether message_stop has arrived.
func (r *reply) Done() bool { return r.closed }

// End refuses every stream without message_stop: this API always sends it.
func (r *reply) End() error {
	if r.output || r.index != nil {
		return &provider.Error{Code: provider.CodeBroken, Detail: "ended early"}
	}
	return &provider.Error{Code: provider.CodeBadReply, Detail: "no message"}
}

// Event takes one event.
func (r *reply) Event(kind, data string) error {
	var e event
	if err := json.Unmarshal([]byte(data), &e); err != nil {
		if r.output || r.index != nil {
			return &provider.Error{Code: provider.CodeBroken, Detail: "half an event"}
		}
		return &provider.Error{Code: provider.CodeBadReply, Detail: "no JSON"}
	}
	if e.Type == "" {
		e.Type = kind
	}
	switch e.Type {
	case "error":
		return streamError(e.Error)
	case "message_start":
		r.index = map[int]*block{}
		if e.Message != nil {
			r.usage.Input = e.Message.Usage.InputTokens
		}
	case "content_block_start":
		r.begin(e)
	case "content_block_delta":
		r.grow(e)
	case "message_delta":
		r.change(e)
	case "message_stop":
		return r.end()
	}
	return nil // ping, content_block_stop, and what later versions may add
}

func (r *reply) begin(e event) {
	if e.ContentBlock == nil || r.index == nil {
		return
	}
	r.blocks = append(r.blocks, e.ContentBlock)
	r.index[e.Index] = e.ContentBlock
	switch e.ContentBlock.Type {
	case "text":
		r.say(e.ContentBlock.Text)
	case "tool_use":
		r.output = true
	}
}

func (r *reply) grow(e event) {
	b := r.index[e.Index]
	if b == nil || e.Delta == nil {
		return
	}
	switch e.Delta.Type {
	case "text_delta":
		b.Text += e.Delta.Text
		r.say(e.Delta.Text)
	case "input_json_delta":
		b.partial.WriteString(e.Delta.PartialJSON)
	case "thinking_delta":
		if b.Thinking == nil {
			b.Thinking = new(string)
		}
		*b.Thinking += e.Delta.Thinking
	case "signature_delta":
		b.Signature += e.Delta.Signature
	}
}

func (r *reply) say(text string) {
	if text == "" {
		return
	}
	r.output = true
	r.emit(provider.Event{Text: text})
}

func (r *reply) change(e event) {
	if e.Delta != nil && e.Delta.StopReason != "" {
		r.stop = e.Delta.StopReason
	}
	if e.Usage != nil {
		r.usage.Output = e.Usage.OutputTokens
		if e.Usage.InputTokens > 0 {
			r.usage.Input = e.Usage.InputTokens
		}
	}
}

func (r *reply) end() error {
	if r.index == nil {
		return &provider.Error{Code: provider.CodeBadReply, Detail: "no message"}
	}
	r.closed = true
	return nil
}

func (r *reply) result() provider.Reply {
	out := provider.Reply{Stop: provider.StopEnd, Usage: r.usage}
	var text strings.Builder
	var thoughts []*block
	for _, b := range r.blocks {
		switch b.Type {
		case "text":
			text.WriteString(b.Text)
		case "tool_use":
			out.Calls = append(out.Calls, store.Call{ID: b.ID, Name: b.Name, Arguments: b.arguments()})
		case "thinking", "redacted_thinking":
			thoughts = append(thoughts, b)
		}
	}
	out.Text = text.String()
	if len(thoughts) > 0 {
		if stored, err := json.Marshal(thoughts); err == nil {
			out.Reasoning = string(stored)
		}
	}
	switch {
	case r.stop == "max_tokens" || r.stop == "model_context_window_exceeded":
		out.Stop = provider.StopLength
	case len(out.Calls) > 0:
		out.Stop = provider.StopCalls
	}
	return out
}

// arguments are the pieces joined, the input of the start event when there were
// none, and an empty object when there was neither.
func (b *block) arguments() string {
	if b.partial.Len() > 0 {
		return b.partial.String()
	}
	if len(b.Input) > 0 {
		return string(b.Input)
	}
	return "{}"
}
