package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

const (
	tokenVariable = "OPENPROGRAM_MCP_TOKEN"
	keyVariable   = "SOAK_KEY"
)

// exposed are the tools that clients may call. The last one is denied to them all
// the same.
var exposed = []string{"memory_get", "memory_search", "memory_status", "memory_update", "write"}

// stage is a home directory of its own with the program, its state, and a model.
type stage struct {
	home      string
	binary    string
	token     string
	stopModel func()
}

// newStage builds the program and sets it up for so many clients.
func newStage(ctx context.Context, clients int) (*stage, error) {
	home, err := os.MkdirTemp("", "openprogram-soak-")
	if err != nil {
		return nil, err
	}
	s := &stage{home: home, binary: filepath.Join(home, "openprogram")}
	if err := s.prepare(ctx, clients); err != nil {
		s.remove()
		return nil, err
	}
	return s, nil
}

func (s *stage) prepare(ctx context.Context, clients int) error {
	build := exec.CommandContext(ctx, "go", "build", "-o", s.binary, "./openprogram-cli/cmd/openprogram")
	if out, err := build.CombinedOutput(); err != nil {
		return fmt.Errorf("building: %w\n%s", err, out)
	}
	url, stop, err := newEndpoint(ctx)
	if err != nil {
		return err
	}
	s.stopModel = stop
	token, err := s.run(ctx, "mcp", "token", "create")
	if err != nil {
		return err
	}
	s.token = strings.TrimSpace(token)
	for _, setting := range [][2]string{
		{"mcp_server.exposed_tools", `["` + strings.Join(exposed, `","`) + `"]`},
		{"provider.base_url", url},
		{"provider.model", "soak"},
		{"provider.api_key_env", keyVariable},
		{"provider.kind", "openai"},
	} {
		if _, err := s.run(ctx, "config", "set", setting[0], setting[1]); err != nil {
			return err
		}
	}
	return s.writeNotes(clients)
}

// noteOf is what the note of one client says, so that nobody can be given another
// one's unnoticed.
func noteOf(client int) string { return fmt.Sprintf("The berth of client %d is taken.", client) }

func (s *stage) writeNotes(clients int) error {
	if err := os.MkdirAll(s.state("memory"), 0o700); err != nil {
		return err
	}
	notes := map[string]string{"harbour.md": "# Harbour\n\nThe crane stays.\n"}
	for n := range clients {
		notes[fmt.Sprintf("client%d.md", n)] = noteOf(n) + "\n"
	}
	for name, text := range notes {
		if err := os.WriteFile(s.state("memory", name), []byte(text), 0o600); err != nil {
			return err
		}
	}
	return nil
}

func (s *stage) remove() {
	if s.stopModel != nil {
		s.stopModel()
	}
	_ = os.RemoveAll(s.home)
}

func (s *stage) state(elements ...string) string {
	return filepath.Join(append([]string{s.home, ".openprogram"}, elements...)...)
}

// environment is that of a client that passes few variables on.
func (s *stage) environment(more ...string) []string {
	return append([]string{"HOME=" + s.home, "PATH=" + os.Getenv("PATH"), keyVariable + "=not-a-real-key"}, more...)
}

// run runs a command of the owner's. The error tells what it said.
func (s *stage) run(ctx context.Context, arguments ...string) (string, error) {
	command := exec.CommandContext(ctx, s.binary, arguments...)
	command.Env, command.Dir = s.environment(), s.home
	out, err := command.Output()
	var failed *exec.ExitError
	if errors.As(err, &failed) {
		return string(out), fmt.Errorf("openprogram %s: %w: %s", strings.Join(arguments, " "), err, failed.Stderr)
	}
	return string(out), err
}
