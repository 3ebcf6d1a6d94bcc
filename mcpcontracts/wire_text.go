package mcpcontracts

// The messages of JSON-RPC errors. They are fixed: none is built from input.
const (
	TextParseError           = "parse error"
	TextInvalidRequest       = "invalid request"
	TextMethodNotFound       = "method not found"
	TextInvalidParams        = "invalid request parameters"
	TextUnsupportedVersion   = "unsupported protocol version"
	TextServerBusy           = "server is busy"
	TextRequestCancelled     = "Request cancelled"
	TextUnknownTool          = "unknown MCP wrapper tool"
	TextRuntimeToolNotFound  = "underlying Runtime tool not found"
	TextInvalidPromptSession = "invalid MCP prompt session"
)

// The texts of a tool_call that was refused before the tool was entered.
const (
	TextDeniedHardConstraint      = "[denied] hard constraint"
	TextDeniedRule                = "[denied] blocked by permission rule"
	TextDeniedApprovalUnavailable = "[denied] approval unavailable for non-interactive MCP"
	TextDeniedAuditUnavailable    = "[denied] audit unavailable"

	textDeniedCapability = "[denied] authority tier does not allow "
)

// The texts of a tool_call that ran and failed.
const (
	TextFailedExecution      = "Runtime tool execution failed"
	TextFailedNotFound       = "[failed] not found"
	TextFailedTooLarge       = "[failed] too large"
	TextFailedInvalidPattern = "[failed] invalid pattern"
	TextConflict             = "[conflict] memory revision changed"
)

// DeniedCapabilityText is the text of a tool_call that needs a capability which
// the client's tier lacks. The capability is a name from a fixed table.
func DeniedCapabilityText(capability string) string { return textDeniedCapability + capability }

// RuntimeArgumentsText is the message of an error with CodeInvalidParams for
// arguments that do not fit a Runtime tool's own schema. Path and keyword come
// from that schema, never from the arguments.
func RuntimeArgumentsText(path, keyword string) string {
	return "invalid underlying Runtime tool arguments at " + cutPath(path) + ": " + keyword
}
