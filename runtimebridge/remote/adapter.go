package remote

import (
	"context"
	"encoding/base64"
	"encoding/json"
	"strings"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/openprogram/openprogram-go/runtimebridge"
)

// adapter is one tool of a server as a Runtime tool.
type adapter struct {
	peer *peer
	name string // the server's own name for it
	spec runtimebridge.ToolSpec
}

// newAdapter describes a server's tool. It reports false for one whose schema
// is no object schema.
func newAdapter(p *peer, t *mcp.Tool) (*adapter, bool) {
	schema, err := json.Marshal(t.InputSchema)
	if err != nil {
		return nil, false
	}
	var object map[string]any
	if json.Unmarshal(schema, &object) != nil || object["type"] != "object" {
		return nil, false
	}
	description := t.Description
	for _, other := range []string{t.Title, t.Name} {
		if description == "" {
			description = other
		}
	}
	return &adapter{peer: p, name: t.Name, spec: runtimebridge.ToolSpec{
		Name:        ToolName(p.name, t.Name),
		Description: description,
		InputSchema: schema,
	}}, true
}

// Spec describes the tool. A server's own claim that it only reads is not
// believed, so it never runs without a rule or a question.
func (a *adapter) Spec() runtimebridge.ToolSpec { return a.spec }

// Limit is the server's own time limit, which may be longer than that of other
// tools.
func (a *adapter) Limit(runtimebridge.Arguments) time.Duration { return a.peer.entry.Timeout() }

// Run calls the server.
func (a *adapter) Run(ctx context.Context, in runtimebridge.Invocation) (runtimebridge.Result, error) {
	bounded, cancel := context.WithTimeout(ctx, a.peer.entry.Timeout())
	defer cancel()
	result, err := a.peer.call(bounded, &mcp.CallToolParams{Name: a.name, Arguments: map[string]any(in.Arguments)})
	if ctx.Err() != nil {
		return runtimebridge.Result{}, context.Cause(ctx)
	}
	if err != nil {
		return runtimebridge.FailedResult("", "[mcp error] the server did not answer the call"), nil
	}
	return convert(result), nil
}

// convert takes over text and images with the server's own error flag, and data
// that came without either. Another kind of content is refused: it is never turned
// into a text.
func convert(result *mcp.CallToolResult) runtimebridge.Result {
	out := runtimebridge.Result{IsError: result.IsError}
	for _, content := range result.Content {
		switch c := content.(type) {
		case *mcp.TextContent:
			out.Content = append(out.Content, runtimebridge.Text{Text: c.Text})
		case *mcp.ImageContent:
			out.Content = append(out.Content, runtimebridge.Image{
				Data: base64.StdEncoding.EncodeToString(c.Data), MIMEType: c.MIMEType,
			})
		default:
			return runtimebridge.FailedResult("", "[mcp error] the server answered with a kind of content that is not supported")
		}
	}
	if len(out.Content) == 0 && result.StructuredContent != nil {
		out.Content = []runtimebridge.Content{runtimebridge.Text{Text: compactJSON(result.StructuredContent)}}
	}
	return out
}

// compactJSON is the text that a server which answers with data alone should have
// sent beside it. The digits of numbers over 2^53 are lost before this.
func compactJSON(decoded any) string {
	text := &strings.Builder{}
	encoder := json.NewEncoder(text)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(decoded); err != nil {
		return "" // what was decoded from JSON has a JSON form
	}
	return strings.TrimSuffix(text.String(), "\n")
}
