package openai

import (
	"encoding/json"
	"errors"
	"io"
	"strings"

	"github.com/openprogram/openprogram-go/runtimebridge/provider"
)

// The wire format of a stream, and of the whole answer of an endpoint that does
// not stream: there a choice has a message in place of deltas.
type (
	chunk struct {
		Choices []choice        `json:"choices"`
		Usage   *usage          `json:"usage"`
		Error   json.RawMessage `json:"error"`
		Object  string          `json:"object"` // "error": the event is the error object itself
	}
	choice struct {
		Index        int    `json:"index"`
		Delta        *delta `json:"delta"`
		Message      *delta `json:"message"`
		FinishReason string `json:"finish_reason"`
	}
	delta struct {
		Content          string            `json:"content"`
		Refusal          string            `json:"refusal"`
		ToolCalls        []callDelta       `json:"tool_calls"`
		ReasoningContent *string           `json:"reasoning_content"`
		Reasoning        *string           `json:"reasoning"`
		ReasoningDetails []json.RawMessage `json:"reasoning_details"`
	}
	usage struct {
		PromptTokens     int `json:"prompt_tokens"`
		CompletionTokens int `json:"completion_tokens"`
	}
)

// reply collects one attempt.
type reply struct {
	emit      func(provider.Event)
	text      strings.Builder
	calls     calls
	reasoning reasoning
	finish    string
	usage     provider.Usage
	closed    bool // [DONE], or the whole answer in one value
	output    bool
}

// Started reports whether text was emitted or any part of a call arrived.
func (r *reply) Started() bool { return r.output }

// Done reports whether nothing more is to come: the end mark has arrived.
func (r *reply) Done() bool { return r.closed }

// End accepts a stream without its end mark once the model gave its reason to
// stop: some servers leave the mark out.
func (r *reply) End() error {
	switch {
	case r.finish != "":
		return nil
	case r.output:
		return &provider.Error{Code: provider.CodeBroken, Detail: "ended early"}
	default:
		return &provider.Error{Code: provider.CodeBadReply, Detail: "no choice"}
	}
}

// Event takes one event. Some servers put several JSON values into one.
func (r *reply) Event(kind, data string) error {
	if strings.TrimSpace(data) == "[DONE]" {
		return r.end()
	}
	values := json.NewDecoder(strings.NewReader(data))
	for {
		var c chunk
		err := values.Decode(&c)
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return r.unreadable(kind)
		}
		if len(c.Error) > 0 && string(c.Error) != "null" {
			return streamError(c.Error)
		}
		if c.Object == "error" {
			return streamError(json.RawMessage(data))
		}
		if kind == "error" {
			return &provider.Error{Code: provider.CodeUnavailable, Detail: "error event"}
		}
		if err := r.chunk(c); err != nil {
			return err
		}
	}
}

// unreadable is an event that is no JSON: half an event once output has begun,
// something else than this protocol before.
func (r *reply) unreadable(kind string) error {
	switch {
	case kind == "error":
		return &provider.Error{Code: provider.CodeUnavailable, Detail: "error event"}
	case r.output || r.finish != "":
		return &provider.Error{Code: provider.CodeBroken, Detail: "half an event"}
	default:
		return &provider.Error{Code: provider.CodeBadReply, Detail: "no JSON"}
	}
}

func (r *reply) chunk(c chunk) error {
	if c.Usage != nil {
		r.usage = provider.Usage{Input: c.Usage.PromptTokens, Output: c.Usage.CompletionTokens}
	}
	for _, choice := range c.Choices {
		if choice.Index != 0 {
			continue
		}
		whole := choice.Message != nil && choice.Delta == nil
		if whole {
			choice.Delta = choice.Message
		}
		if choice.Delta != nil {
			r.delta(*choice.Delta)
		}
		if choice.FinishReason != "" {
			r.finish = choice.FinishReason
		}
		if whole {
			return r.end()
		}
	}
	return nil
}

func (r *reply) delta(d delta) {
	r.reasoning.add(d)
	for _, c := range d.ToolCalls {
		r.output = true
		r.calls.add(c)
	}
	if text := d.Content + d.Refusal; text != "" {
		r.output = true
		r.text.WriteString(text)
		r.emit(provider.Event{Text: text})
	}
}

// end closes the answer. An end mark without any choice before it is none.
func (r *reply) end() error {
	if r.finish == "" && !r.output {
		return &provider.Error{Code: provider.CodeBadReply, Detail: "no choice"}
	}
	r.closed = true
	return nil
}

func (r *reply) result() provider.Reply {
	out := provider.Reply{
		Text:      r.text.String(),
		Calls:     r.calls.list(),
		Reasoning: r.reasoning.encode(),
		Stop:      provider.StopEnd,
		Usage:     r.usage,
	}
	switch {
	case r.finish == "length":
		out.Stop = provider.StopLength
	case len(out.Calls) > 0:
		out.Stop = provider.StopCalls
	}
	return out
}
