// Command floor is the least that a server of this SDK can be: six tools that do
// nothing, over standard input and output. It is what scripts/bench compares
// with.
package main

import (
	"context"
	"encoding/json"
	"os"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

func main() {
	server := mcp.NewServer(&mcp.Implementation{Name: "floor", Version: "1"}, nil)
	for _, name := range []string{"sessions_list", "session_get", "prompt_send", "prompt_cancel", "tools_list", "tool_call"} {
		server.AddTool(
			&mcp.Tool{Name: name, Description: "does nothing", InputSchema: json.RawMessage(`{"type":"object"}`)},
			func(context.Context, *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
				return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: "[]"}}}, nil
			})
	}
	if err := server.Run(context.Background(), &mcp.StdioTransport{}); err != nil {
		os.Exit(1)
	}
}
