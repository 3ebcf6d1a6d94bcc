package mcpauth

import "path/filepath"

const (
	// EnvVariable is the environment variable in which a client passes the token.
	EnvVariable = "OPENPROGRAM_MCP_TOKEN"

	// FileName is the name of the token file in the state directory.
	FileName = "mcp_server_token"
)

// Location says where the state directory is.
type Location struct {
	// Dir is the state directory: an absolute path without "..".
	Dir string

	// Home is the home directory that Dir was derived from, and Dir lies below
	// it. Links on the way to Home are followed, once; below it none is
	// accepted. Empty when the owner named Dir explicitly: then a link anywhere
	// on the way is refused.
	Home string
}

// TokenPath is the path of the token file as the owner would write it. It is for
// the owner's eyes, not for logs.
func (l Location) TokenPath() string { return filepath.Join(l.Dir, FileName) }
