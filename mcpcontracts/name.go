package mcpcontracts

// The names of the wrapper tools, in the order in which they are listed.
const (
	SessionsList = "sessions_list"
	SessionGet   = "session_get"
	PromptSend   = "prompt_send"
	PromptCancel = "prompt_cancel"
	ToolsList    = "tools_list"
	ToolCall     = "tool_call"
)
