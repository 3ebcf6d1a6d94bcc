package app

import "github.com/openprogram/openprogram-go/mcpauth"

// FindingCommand is the command that does what a finding's remedy asks for;
// empty when no single one does.
func FindingCommand(f mcpauth.Finding) string {
	path := shellWord(f.Path)
	switch f.Code {
	case mcpauth.FindingTokenMissing, mcpauth.FindingDirectoryMissing:
		return "openprogram mcp token create"
	case mcpauth.FindingTokenSize, mcpauth.FindingTokenUnreadable, mcpauth.FindingTokenEdited, mcpauth.FindingTokenLinked:
		return "openprogram mcp token rotate"
	case mcpauth.FindingDirectoryOpen:
		return "chmod 700 " + path
	case mcpauth.FindingDirectoryWritable:
		return "chmod go-w " + path
	case mcpauth.FindingTokenMode:
		return "chmod 600 " + path
	}
	return ""
}
