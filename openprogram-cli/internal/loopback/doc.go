// Package loopback starts this program as an MCP server and is its client, the
// way other programs are: over standard input and output, with a token in the
// environment. It shows the owner what a client sees.
//
// It is no client for other servers, and it grants nothing: the rights are those
// of every client.
package loopback
