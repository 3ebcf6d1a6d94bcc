// Package runtimebridge is the boundary between a server that speaks to clients
// and the agent runtime that does the work: sessions, prompts, tools and audit,
// as small interfaces and plain values.
//
// Import this package to serve a runtime of your own through mcpserver, or to
// write a Runtime tool for the embedded one. It depends on the standard library
// and on authority alone; SQLite, provider clients and the rest live in the
// sub-packages, which the package engine assembles.
//
// It is not a client library for MCP, and it decides nothing: who may do what is
// decided by package authority and enforced by package tool.
package runtimebridge
