package mcpcontracts

import "unicode/utf8"

// UnknownToolError reports a name that is none of the six. It does not carry the
// name.
type UnknownToolError struct{}

// Error is TextUnknownTool.
func (*UnknownToolError) Error() string { return TextUnknownTool }

// Code is CodeMethodNotFound.
func (*UnknownToolError) Code() int { return CodeMethodNotFound }

// ArgumentError reports arguments that break a rule. It carries no value, and
// no name that the schema does not declare.
type ArgumentError struct {
	Path    string // "$" for the whole, then ".name" and "[n]"
	Keyword string // the schema keyword that failed, or "value" for what is no JSON
}

// Error names the place and the keyword in less than 240 characters.
func (e *ArgumentError) Error() string {
	return "invalid arguments at " + cutPath(e.Path) + ": " + e.Keyword
}

// Code is CodeInvalidParams.
func (*ArgumentError) Code() int { return CodeInvalidParams }

const maxPathBytes = 160

// cutPath keeps a message short. It never cuts a character in two.
func cutPath(path string) string {
	if len(path) <= maxPathBytes {
		return path
	}
	end := maxPathBytes
	for !utf8.RuneStart(path[end]) {
		end--
	}
	return path[:end]
}
