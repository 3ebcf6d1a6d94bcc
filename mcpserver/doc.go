// Package mcpserver is an MCP server over a pair of streams, such as stdin and
// stdout: six fixed tools in front of an agent runtime.
//
//	client, err := mcpauth.Authenticate(location, os.Getenv(mcpauth.EnvVariable))
//	...
//	server, err := mcpserver.New(mcpserver.Options{
//		Client: client, Owner: owner, Runtime: runtime, Audit: audit, Version: "1.0.0",
//	})
//	...
//	err = server.Serve(ctx, os.Stdin, os.Stdout)
//
// The runtime is anything behind runtimebridge.Runtime. It is given one grant, the
// paired and non-interactive one of an MCP client; neither a request nor the
// embedder can widen it.
//
// # How a frame travels
//
// One goroutine reads. A line becomes a message (frame.go, message.go) or is
// refused without harm to the session. Requests are told apart in reading.go:
// initialize and tools/list go to the session of the MCP SDK (protocol.go), which
// negotiates the version and states the capabilities. A tools/call becomes a call
// (request_state.go), gets its turn (admission.go) and is served by name through
// one table (dispatch.go); what the client is told is decided in wire_error.go
// and wire_content.go. Every line leaves through one writer (outbox.go).
//
// Calls do not pass through the SDK's dispatcher, because there a request's id is
// rounded, an answer at the end of the input is lost, an error's code is
// rewritten, a panic ends the process, and a cancelled call is answered with the
// error text of whatever was stopped. Here a call has exactly one answer, decided
// by one change of its runtimebridge.Outcome.
//
// # What it is not
//
// It authenticates nobody: see package mcpauth. It decides no rights and runs no
// tool: the runtime does. It listens on no socket and knows no HTTP. It does not
// touch the process: file descriptors, signals and limits of the garbage
// collector are for the program that embeds it, and so is keeping everything else
// off the stream that carries the frames.
package mcpserver
