// Package mcpauth authenticates the client of a stdio MCP server by a token that
// both read from this machine: the server from a file in its state directory,
// the client from the environment variable OPENPROGRAM_MCP_TOKEN.
//
// Create makes the token, once. Authenticate compares what was presented with
// what is stored and, only when both are equal, gives a Client. Check tells the
// owner in words why Authenticate would refuse. Rotate replaces the token and
// Delete removes it.
//
// The file is trusted only when nobody but its owner could have put it there or
// read it: a private regular file of ours in a private directory of ours, below
// directories that no stranger can rename, without a symbolic link on the way.
//
// The package says nothing about rights: what a Client may do is decided
// elsewhere. It is not for passwords, for tokens of remote services or for
// networks: nothing is rate limited, since whoever can start the server can
// start it again.
//
// Tokens need POSIX owners and modes. Elsewhere every operation refuses.
package mcpauth
