// Package mcpcontracts is what an OpenProgram MCP server and its clients agree
// on: the six wrapper tools, the rules their arguments must pass, the shapes of
// their results, and the fixed codes and texts of their failures.
//
// A client checks a call before it sends it, and reads what comes back:
//
//	call, err := mcpcontracts.PromptSendArguments{Prompt: "hello"}.Call()
//	// ... send tools/call with call.Name and call.Arguments ...
//	result, err := mcpcontracts.DecodePromptResult(text)
//
// A server decodes a request with Decode, checks it with Validate and writes
// its answer with Encode.
//
// It depends on the standard library and a JSON Schema validator. It is no
// transport and no MCP client: it opens nothing, sends nothing and authenticates
// nobody. It knows no Runtime tool either; their schemas belong to the runtime.
package mcpcontracts
