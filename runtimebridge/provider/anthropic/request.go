package anthropic

import (
	"encoding/json"

	"github.com/openprogram/openprogram-go/runtimebridge/provider"
)

// The wire format of a request.
type (
	messagesRequest struct {
		Model     string    `json:"model"`
		MaxTokens int       `json:"max_tokens"`
		System    string    `json:"system,omitempty"`
		Messages  []message `json:"messages"`
		Tools     []tool    `json:"tools,omitempty"`
		Stream    bool      `json:"stream"`
	}
	message struct {
		Role    string `json:"role"`
		Content []any  `json:"content"` // blocks
	}
	tool struct {
		Name        string          `json:"name"`
		Description string          `json:"description"`
		InputSchema json.RawMessage `json:"input_schema"`
	}
	textBlock struct {
		Type string `json:"type"`
		Text string `json:"text"`
	}
	toolUseBlock struct {
		Type  string          `json:"type"`
		ID    string          `json:"id"`
		Name  string          `json:"name"`
		Input json.RawMessage `json:"input"`
	}
	toolResultBlock struct {
		Type      string `json:"type"`
		ToolUseID string `json:"tool_use_id"`
		IsError   bool   `json:"is_error,omitempty"`
		Content   []any  `json:"content,omitempty"`
	}
	imageBlock struct {
		Type   string      `json:"type"`
		Source imageSource `json:"source"`
	}
	imageSource struct {
		Type      string `json:"type"`
		MediaType string `json:"media_type"`
		Data      string `json:"data"`
	}
)

func (p *Provider) request(req provider.Request) messagesRequest {
	out := messagesRequest{
		Model: p.model, MaxTokens: p.maxTokens, System: req.System, Messages: messages(req.Messages), Stream: true,
	}
	for _, t := range req.Tools {
		out.Tools = append(out.Tools, tool{Name: t.Name, Description: t.Description, InputSchema: inputSchema(t.InputSchema)})
	}
	return out
}

// messages joins neighbours of one role: the results of a reply have to come in
// one user message, and roles have to take turns.
func messages(in []provider.Message) []message {
	var out []message
	for _, m := range in {
		role, blocks := "user", blocksOf(m)
		if m.Role == provider.RoleAssistant {
			role = "assistant"
		}
		if len(blocks) == 0 {
			continue
		}
		if n := len(out); n > 0 && out[n-1].Role == role {
			out[n-1].Content = append(out[n-1].Content, blocks...)
			continue
		}
		out = append(out, message{Role: role, Content: blocks})
	}
	return out
}

// blocksOf gives the blocks of a message. An empty text block is refused by the
// API, so there is none.
func blocksOf(m provider.Message) []any {
	var blocks []any
	switch m.Role {
	case provider.RoleTool:
		return []any{toolResultBlock{Type: "tool_result", ToolUseID: m.CallID, IsError: m.IsError, Content: resultContent(m)}}
	case provider.RoleAssistant:
		blocks = append(blocks, thinking(m)...)
	}
	if m.Text != "" {
		blocks = append(blocks, textBlock{Type: "text", Text: m.Text})
	}
	for _, c := range m.Calls {
		blocks = append(blocks, toolUseBlock{Type: "tool_use", ID: c.ID, Name: c.Name, Input: json.RawMessage(c.Arguments)})
	}
	return blocks
}

func resultContent(m provider.Message) []any {
	var content []any
	if m.Text != "" {
		content = append(content, textBlock{Type: "text", Text: m.Text})
	}
	for _, image := range m.Images {
		content = append(content, imageBlock{Type: "image", Source: imageSource{
			Type: "base64", MediaType: image.MIMEType, Data: image.Data,
		}})
	}
	return content
}

// thinking gives the thinking blocks of a reply back as they came, to the
// provider that they came from.
func thinking(m provider.Message) []any {
	if m.Provider != Kind || m.Reasoning == "" {
		return nil
	}
	var stored []json.RawMessage
	if json.Unmarshal([]byte(m.Reasoning), &stored) != nil {
		return nil
	}
	blocks := make([]any, len(stored))
	for i, b := range stored {
		blocks[i] = b
	}
	return blocks
}
