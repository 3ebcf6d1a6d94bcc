// Package tool holds the Runtime tools by name and is the only way to run one:
// the Registry describes them, the Gate checks the arguments of a call, asks
// the policy, writes the audit record and only then enters the tool.
//
// It holds no tool of its own, and it does not know which tools a client has
// been shown: whoever assembles a runtime asks for that before the Gate.
package tool
