package main

import (
	"context"
	"os"
	"path/filepath"
)

func denials(ctx context.Context, s *stage) error {
	s.script.scene("What it may not do is refused, and nothing that was refused has run")
	trace := filepath.Join(s.home, "trace")
	for _, c := range []struct {
		tool      string
		arguments map[string]any
		want      string
		why       string
	}{
		{"bash", map[string]any{"command": "touch " + trace}, "isError: [denied] hard constraint", "no client runs commands, whatever the rules say"},
		{"read", map[string]any{"file_path": s.state("config.json")}, "isError: [denied] authority tier does not allow fs.read", "a guest's tier reads no files"},
		{"memory_browse", map[string]any{}, "isError: [denied] blocked by permission rule", "the owner's deny rule holds"},
		{"memory_grep", map[string]any{"query": "crane"}, "isError: [denied] approval unavailable for non-interactive MCP", "an ask rule refuses at once: nobody is asked"},
		{"memory_promote", map[string]any{"source_id": "x"}, "protocol error -32601: underlying Runtime tool not found", "a tool that is not exposed does not exist"},
		{"no_such_tool", map[string]any{}, "protocol error -32601: underlying Runtime tool not found", "and looks the same as one that does not"},
		{"memory_search", map[string]any{}, "protocol error -32602: invalid underlying Runtime tool arguments at $: required", "arguments are checked against the tool's schema"},
	} {
		r, err := s.client.call(ctx, "tool_call", toolCall(c.tool, c.arguments))
		if err != nil {
			return err
		}
		s.script.check(r.String() == c.want, c.why)
	}
	r, err := s.client.call(ctx, "session_get", map[string]any{})
	if err != nil {
		return err
	}
	s.script.check(r.String() == "protocol error -32602: invalid arguments at $: required", "the six tools check their own arguments too")
	_, err = os.Stat(trace)
	s.script.check(os.IsNotExist(err), "the command did not run")
	return nil
}
