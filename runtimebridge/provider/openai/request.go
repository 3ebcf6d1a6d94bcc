package openai

import (
	"encoding/json"

	"github.com/openprogram/openprogram-go/runtimebridge/provider"
	"github.com/openprogram/openprogram-go/runtimebridge/store"
)

// The wire format of a request.
type (
	chatRequest struct {
		Model         string         `json:"model"`
		Messages      []chatMessage  `json:"messages"`
		Tools         []chatTool     `json:"tools,omitempty"`
		Stream        bool           `json:"stream"`
		StreamOptions map[string]any `json:"stream_options,omitempty"`
	}
	chatMessage struct {
		Role             string          `json:"role"`
		Content          any             `json:"content"` // string, []contentPart or null
		ToolCalls        []chatCall      `json:"tool_calls,omitempty"`
		ToolCallID       string          `json:"tool_call_id,omitempty"`
		ReasoningContent *string         `json:"reasoning_content,omitempty"`
		Reasoning        *string         `json:"reasoning,omitempty"`
		ReasoningDetails json.RawMessage `json:"reasoning_details,omitempty"`
	}
	chatCall struct {
		ID       string       `json:"id"`
		Type     string       `json:"type"`
		Function chatFunction `json:"function"`
	}
	chatFunction struct {
		Name      string `json:"name"`
		Arguments string `json:"arguments"`
	}
	chatTool struct {
		Type     string       `json:"type"`
		Function chatToolSpec `json:"function"`
	}
	chatToolSpec struct {
		Name        string          `json:"name"`
		Description string          `json:"description"`
		Parameters  json.RawMessage `json:"parameters"`
	}
	contentPart struct {
		Type     string    `json:"type"`
		Text     string    `json:"text,omitempty"`
		ImageURL *imageURL `json:"image_url,omitempty"`
	}
	imageURL struct {
		URL string `json:"url"`
	}
)

func (p *Provider) request(req provider.Request) chatRequest {
	out := chatRequest{
		Model:         p.model,
		Messages:      messages(req),
		Stream:        true,
		StreamOptions: map[string]any{"include_usage": true},
	}
	for _, t := range req.Tools {
		out.Tools = append(out.Tools, chatTool{Type: "function", Function: chatToolSpec{
			Name: t.Name, Description: t.Description, Parameters: parameters(t.InputSchema),
		}})
	}
	return out
}

func messages(req provider.Request) []chatMessage {
	var out []chatMessage
	if req.System != "" {
		out = append(out, chatMessage{Role: "system", Content: req.System})
	}
	var images []store.Image
	for _, m := range req.Messages {
		if m.Role != provider.RoleTool {
			out, images = appendImages(out, images)
		}
		out = append(out, message(m))
		images = append(images, m.Images...)
	}
	out, _ = appendImages(out, images)
	return out
}

func message(m provider.Message) chatMessage {
	switch m.Role {
	case provider.RoleTool:
		text := m.Text
		if text == "" {
			text = "(no text)"
		}
		return chatMessage{Role: "tool", ToolCallID: m.CallID, Content: text}
	case provider.RoleAssistant:
		return assistant(m)
	default:
		return chatMessage{Role: "user", Content: m.Text}
	}
}

func assistant(m provider.Message) chatMessage {
	out := chatMessage{Role: "assistant"}
	if m.Text != "" {
		out.Content = m.Text
	}
	for _, c := range m.Calls {
		out.ToolCalls = append(out.ToolCalls, chatCall{
			ID: c.ID, Type: "function", Function: chatFunction{Name: c.Name, Arguments: c.Arguments},
		})
	}
	if m.Provider == Kind && m.Reasoning != "" {
		replay(&out, m.Reasoning)
	}
	return out
}

// appendImages sends the images of tool results as a user message behind all
// results of a reply, since a tool message of this format is text alone.
func appendImages(out []chatMessage, images []store.Image) ([]chatMessage, []store.Image) {
	if len(images) == 0 {
		return out, nil
	}
	parts := []contentPart{{Type: "text", Text: "Images of the tool results above:"}}
	for _, image := range images {
		parts = append(parts, contentPart{
			Type: "image_url", ImageURL: &imageURL{URL: "data:" + image.MIMEType + ";base64," + image.Data},
		})
	}
	return append(out, chatMessage{Role: "user", Content: parts}), nil
}
