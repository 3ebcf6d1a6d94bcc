package loopback

import (
	"encoding/json"
	"fmt"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// Answer is what a tool has answered.
type Answer struct {
	// Text is what it says to a person: its texts, and of an image that it is there.
	Text    string
	IsError bool
	// JSON is the whole result as the protocol has it.
	JSON json.RawMessage
}

func answerOf(result *mcp.CallToolResult) (Answer, error) {
	data, err := json.Marshal(result)
	return Answer{Text: textOf(result), IsError: result.IsError, JSON: data}, err
}

func textOf(result *mcp.CallToolResult) string {
	var parts []string
	for _, content := range result.Content {
		switch block := content.(type) {
		case *mcp.TextContent:
			parts = append(parts, block.Text)
		case *mcp.ImageContent:
			parts = append(parts, fmt.Sprintf("[%s, %d bytes]", block.MIMEType, len(block.Data)))
		default:
			parts = append(parts, "[something that is no text]")
		}
	}
	return strings.Join(parts, "\n")
}
