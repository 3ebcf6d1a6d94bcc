// Package clients knows where MCP clients keep their configuration and how an
// entry for this server looks there, and writes, finds and removes that one
// entry without touching anything else in the file: comments, order and line
// ends of the owner's own text stay as they are.
//
// It runs no client and knows no token: the caller gives the whole entry.
package clients
