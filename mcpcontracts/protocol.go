package mcpcontracts

const (
	// ProtocolVersion is the newest MCP revision spoken, and the answer to a
	// client that asks for an unknown one.
	ProtocolVersion = "2025-11-25"

	// ServerName is serverInfo.name.
	ServerName = "openprogram"

	// MaxFrameBytes is the longest line a server reads, without its line end.
	MaxFrameBytes = 16 << 20

	// MaxSessions is the most rows that sessions_list gives.
	MaxSessions = 100
)

// SupportedProtocolVersions are the MCP revisions spoken, newest first.
func SupportedProtocolVersions() []string {
	return []string{ProtocolVersion, "2025-06-18", "2025-03-26", "2024-11-05"}
}

// The JSON-RPC error codes of a server.
const (
	CodeParseError         = -32700 // the line is no JSON
	CodeInvalidRequest     = -32600 // JSON, but no acceptable request
	CodeMethodNotFound     = -32601 // unknown method, wrapper tool or Runtime tool
	CodeInvalidParams      = -32602 // params or arguments that do not fit
	CodeUnsupportedVersion = -32022 // a newer revision; data.supported lists ours
	CodeServerBusy         = -32000 // too many calls run and wait
	CodeRequestCancelled   = 0      // the request was cancelled; there is no result
)
