package openai

import "encoding/json"

// reasoning is what a reply carried besides its text. Endpoints name the field
// differently, and some refuse a tool-calling turn that comes back without it,
// be it empty: so each field is kept exactly if it was there.
type reasoning struct {
	Content *string           `json:"reasoning_content,omitempty"` // DeepSeek, vLLM
	Plain   *string           `json:"reasoning,omitempty"`         // OpenRouter, Ollama
	Details []json.RawMessage `json:"reasoning_details,omitempty"` // OpenRouter
}

func (r *reasoning) add(d delta) {
	join(&r.Content, d.ReasoningContent)
	join(&r.Plain, d.Reasoning)
	r.Details = append(r.Details, d.ReasoningDetails...)
}

func join(whole **string, piece *string) {
	if piece == nil {
		return
	}
	if *whole == nil {
		*whole = new(string)
	}
	**whole += *piece
}

// encode gives the stored form, "" when there was none.
func (r *reasoning) encode() string {
	if r.Content == nil && r.Plain == nil && len(r.Details) == 0 {
		return ""
	}
	text, err := json.Marshal(r)
	if err != nil {
		return ""
	}
	return string(text)
}

// replay puts stored reasoning back where it came from.
func replay(m *chatMessage, stored string) {
	var r reasoning
	if json.Unmarshal([]byte(stored), &r) != nil {
		return
	}
	m.ReasoningContent, m.Reasoning = r.Content, r.Plain
	if len(r.Details) > 0 {
		if details, err := json.Marshal(r.Details); err == nil {
			m.ReasoningDetails = details
		}
	}
}
