package main

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

var notes = map[string]string{
	"harbour.md": `# Harbour

## Decisions

The crane stays where it is. The ferry berths on the north side from May on.

## Open questions

Who pays for the new fenders?
`,
	"people/keepers.md": `# Lighthouse keepers

Ada Brand kept the light from 1911 to 1938. Her log is in the museum.
`,
}

// exposed is what the owner lets clients see: some of it their tier allows,
// some of it not.
const exposed = `["memory_status","memory_search","memory_get","memory_grep","memory_browse","memory_update","read","bash"]`

func setUp(ctx context.Context, s *stage) error {
	s.script.scene("The owner sets things up")
	out, err := s.run(ctx, true, "mcp", "token", "create")
	if err != nil {
		return err
	}
	s.token = strings.TrimSpace(out)
	info, err := os.Stat(s.state("mcp_server_token"))
	if err != nil {
		return err
	}
	s.script.check(len(s.token) == 43 && info.Mode().Perm() == 0o600, "a token of 43 characters, in a file that only its owner can read")
	for path, text := range notes {
		file := s.state("memory", path)
		if err := os.MkdirAll(filepath.Dir(file), 0o700); err != nil {
			return err
		}
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			return err
		}
	}
	for _, setting := range [][2]string{
		{"mcp_server.exposed_tools", exposed},
		{"tools.permission_rules.deny", `["memory_browse"]`},
		{"tools.permission_rules.ask", `["memory_grep"]`},
	} {
		if _, err := s.run(ctx, false, "config", "set", setting[0], setting[1]); err != nil {
			return err
		}
	}
	s.notesBefore, err = s.memory()
	return err
}

// memory is all that the notes folder holds.
func (s *stage) memory() (string, error) {
	var all strings.Builder
	root := s.state("memory")
	err := filepath.WalkDir(root, func(path string, entry os.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		data, err := os.ReadFile(path)
		all.WriteString(path + "\n" + string(data))
		return err
	})
	return all.String(), err
}

func connect(ctx context.Context, s *stage) error {
	s.script.scene("A client starts the server and connects")
	s.script.command("openprogram mcp serve   (started by the client, with the token in its environment)")
	client, err := s.serve(ctx, "client")
	if err != nil {
		return err
	}
	s.client = client
	hello := client.session.InitializeResult()
	s.script.answer(hello.ServerInfo.Name + " " + hello.ServerInfo.Version + ", MCP " + hello.ProtocolVersion)
	s.script.check(hello.ServerInfo.Name == "openprogram" && hello.ProtocolVersion == "2025-11-25", "protocol 2025-11-25")
	s.script.request("client", "tools/list")
	listed, err := client.session.ListTools(ctx, &mcp.ListToolsParams{})
	if err != nil {
		return err
	}
	var names []string
	for _, tool := range listed.Tools {
		names = append(names, tool.Name)
	}
	s.script.answer(strings.Join(names, " "))
	six := []string{"sessions_list", "session_get", "prompt_send", "prompt_cancel", "tools_list", "tool_call"}
	s.script.check(slices.Equal(names, six), "exactly the six tools, in their order")
	return nil
}
