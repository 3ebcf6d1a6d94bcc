package mcpcontracts

// SessionGetArguments are the arguments of session_get.
type SessionGetArguments struct{ SessionID string }

// Call is a checked call with these arguments.
func (a SessionGetArguments) Call() (Call, error) {
	return NewCall(SessionGet, map[string]any{"session_id": a.SessionID})
}

// SessionGetFrom reads arguments that Validate has passed.
func SessionGetFrom(validated map[string]any) SessionGetArguments {
	return SessionGetArguments{SessionID: textMember(validated, "session_id")}
}

// PromptSendArguments are the arguments of prompt_send.
type PromptSendArguments struct {
	Prompt    string
	SessionID string // empty: a new session
}

// Call is a checked call with these arguments.
func (a PromptSendArguments) Call() (Call, error) {
	arguments := map[string]any{"prompt": a.Prompt}
	if a.SessionID != "" {
		arguments["session_id"] = a.SessionID
	}
	return NewCall(PromptSend, arguments)
}

// PromptSendFrom reads arguments that Validate has passed.
func PromptSendFrom(validated map[string]any) PromptSendArguments {
	return PromptSendArguments{
		Prompt:    textMember(validated, "prompt"),
		SessionID: textMember(validated, "session_id"),
	}
}

// PromptCancelArguments are the arguments of prompt_cancel.
type PromptCancelArguments struct{ SessionID string }

// Call is a checked call with these arguments.
func (a PromptCancelArguments) Call() (Call, error) {
	return NewCall(PromptCancel, map[string]any{"session_id": a.SessionID})
}

// PromptCancelFrom reads arguments that Validate has passed.
func PromptCancelFrom(validated map[string]any) PromptCancelArguments {
	return PromptCancelArguments{SessionID: textMember(validated, "session_id")}
}

// ToolCallArguments are the arguments of tool_call.
type ToolCallArguments struct {
	Name      string         // of the Runtime tool
	Arguments map[string]any // for the Runtime tool; nil means {}
}

// Call is a checked call with these arguments. The Runtime tool's own schema is
// checked by the server alone.
func (a ToolCallArguments) Call() (Call, error) {
	return NewCall(ToolCall, map[string]any{"name": a.Name, "arguments": a.Arguments})
}

// ToolCallFrom reads arguments that Validate has passed.
func ToolCallFrom(validated map[string]any) ToolCallArguments {
	arguments, _ := validated["arguments"].(map[string]any)
	return ToolCallArguments{Name: textMember(validated, "name"), Arguments: arguments}
}

func textMember(object map[string]any, name string) string {
	text, _ := object[name].(string)
	return text
}
