package mcpcontracts

import (
	"bytes"
	"embed"
	"encoding/json"
)

// Tool is one wrapper tool as tools/list shows it.
type Tool struct {
	Name        string          `json:"name"`
	Title       string          `json:"title"`
	Description string          `json:"description"`
	InputSchema json.RawMessage `json:"inputSchema"` // Draft 2020-12, compact
	Annotations Annotations     `json:"annotations"`
}

// Annotations are hints for a client that wants to know what a call may do. All
// four are always said, so that no default of the protocol applies.
type Annotations struct {
	ReadOnlyHint    bool `json:"readOnlyHint"`    // it changes nothing
	DestructiveHint bool `json:"destructiveHint"` // it may undo or overwrite something
	IdempotentHint  bool `json:"idempotentHint"`  // the same call again changes nothing more
	OpenWorldHint   bool `json:"openWorldHint"`   // it may reach beyond this machine's runtime
}

//go:embed schema/*.json
var schemaFiles embed.FS

var readOnly = Annotations{ReadOnlyHint: true, IdempotentHint: true}

// Tools are the six wrapper tools in their fixed order. The caller owns the
// slice and everything in it.
func Tools() []Tool {
	tools := []Tool{
		{
			Name:        SessionsList,
			Title:       "List sessions",
			Description: "List recent sessions, most recently changed first, at most 100. Each has id, title and updated_at (Unix seconds).",
			Annotations: readOnly,
		},
		{
			Name:        SessionGet,
			Title:       "Read a session",
			Description: "Read the user and assistant messages of one session, oldest first. Also shows how a prompt ended whose answer did not arrive in time.",
			Annotations: readOnly,
		},
		{
			Name:        PromptSend,
			Title:       "Send a prompt",
			Description: "Send a prompt to the agent and wait for its answer. Continues the session named by session_id; without session_id a new session begins. A session runs one prompt at a time.",
			Annotations: Annotations{OpenWorldHint: true},
		},
		{
			Name:        PromptCancel,
			Title:       "Cancel a prompt",
			Description: "Cancel the running prompt of a session. Only a prompt that this connection started can be cancelled; for anything else cancelled is false.",
			Annotations: Annotations{DestructiveHint: true, IdempotentHint: true},
		},
		{
			Name:        ToolsList,
			Title:       "List Runtime tools",
			Description: "List the Runtime tools that tool_call may run, each with name, description and the JSON Schema of its arguments.",
			Annotations: readOnly,
		},
		{
			Name:        ToolCall,
			Title:       "Call a Runtime tool",
			Description: "Run one Runtime tool by its name from tools_list. arguments is a JSON object (not a string) that fits the tool's inputSchema; left out, it is {}.",
			Annotations: Annotations{DestructiveHint: true, OpenWorldHint: true},
		},
	}
	for i := range tools {
		tools[i].InputSchema = inputSchema(tools[i].Name)
	}
	return tools
}

// inputSchema gives a fresh copy of a wrapper tool's schema.
func inputSchema(name string) json.RawMessage {
	text, err := schemaFiles.ReadFile("schema/" + name + ".json")
	if err != nil {
		panic("mcpcontracts: no schema is embedded for " + name)
	}
	var compact bytes.Buffer
	if err := json.Compact(&compact, text); err != nil {
		panic("mcpcontracts: the schema of " + name + " is no JSON")
	}
	return compact.Bytes()
}
