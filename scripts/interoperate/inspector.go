package main

import (
	"context"
	"fmt"
	"regexp"
	"strings"
)

func (s *stage) installInspector(ctx context.Context) error {
	return s.install(ctx, "npm", "install", "--silent", "--no-audit", "--no-fund", "--prefix", s.dir, inspector)
}

var sessionID = regexp.MustCompile(`mcp_[0-9a-f]{32}`)

// useInspector calls each of the six tools. The Inspector starts a server for
// each request and gives neither a progress token nor a way to cancel.
func (s *stage) useInspector(ctx context.Context) error {
	if _, err := s.inspect(ctx, `"prompt_cancel"`, "--method", "tools/list"); err != nil {
		return err
	}
	sent, err := s.inspectTool(ctx, "prompt_send", "Understood: What about the crane?", "prompt=What about the crane?")
	if err != nil {
		return err
	}
	session := sessionID.FindString(sent)
	if session == "" {
		return fmt.Errorf("prompt_send: no session id in its output")
	}
	for _, call := range []struct{ tool, want, argument string }{
		{"sessions_list", session, ""},
		{"session_get", "What about the crane?", "session_id=" + session},
		{"prompt_cancel", `\"cancelled\":false`, "session_id=" + session},
		{"tools_list", "memory_search", ""},
	} {
		if _, err := s.inspectTool(ctx, call.tool, call.want, call.argument); err != nil {
			return err
		}
	}
	_, err = s.inspectTool(ctx, "tool_call", "The crane stays.", "name=memory_search", `arguments={"query":"crane"}`)
	return err
}

// inspectTool calls a tool with arguments of the form NAME=VALUE.
func (s *stage) inspectTool(ctx context.Context, tool, want string, arguments ...string) (string, error) {
	request := []string{"--method", "tools/call", "--tool-name", tool}
	for _, argument := range arguments {
		if argument != "" {
			request = append(request, "--tool-arg", argument)
		}
	}
	return s.inspect(ctx, want, request...)
}

// inspect makes one request and looks for a text in what the Inspector shows.
func (s *stage) inspect(ctx context.Context, want string, request ...string) (string, error) {
	base := []string{"--cli", "-e", "OPENPROGRAM_MCP_TOKEN=" + s.token, "-e", "HOME=" + s.path("home"), s.program, "mcp", "serve"}
	out, err := s.output(ctx, s.path("node_modules", ".bin", "mcp-inspector"), append(base, request...)...)
	if err != nil {
		return "", err
	}
	if !strings.Contains(out, want) {
		return "", fmt.Errorf("%s: no %q in its output", strings.Join(request[:min(4, len(request))], " "), want)
	}
	return out, nil
}
