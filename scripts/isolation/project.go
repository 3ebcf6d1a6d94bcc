package main

import (
	"bytes"
	"context"
	"embed"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"github.com/openprogram/openprogram-go/scripts/internal/candidate"
	"github.com/openprogram/openprogram-go/scripts/internal/workspace"
)

//go:embed testdata
var sources embed.FS

const (
	sdk    = "github.com/modelcontextprotocol/"
	sqlite = "modernc.org/"
	events = "github.com/tmaxmax/" // what the clients of model providers read streams with
)

// The tools as a client and a server must show them, in this order.
var wrappers = []string{"sessions_list", "session_get", "prompt_send", "prompt_cancel", "tools_list", "tool_call"}

// client builds a program that needs the contracts and nothing else.
func (b *bench) client(ctx context.Context) error {
	binary, err := b.build(ctx, candidate.Project{
		Name: "client", Go: "1.24.0", Requires: []string{"mcpcontracts"},
		Never: []string{
			sdk, sqlite, events,
			workspace.Base + "mcpserver", workspace.Base + "runtimebridge", workspace.Base + "mcpauth",
		},
	})
	if err != nil {
		return err
	}
	out, err := exec.CommandContext(ctx, binary).CombinedOutput()
	if want := strings.Join(wrappers, "\n") + "\nhello\n"; err != nil || string(out) != want {
		return fmt.Errorf("the client prints %q (%v), not %q", out, err, want)
	}
	return nil
}

// server builds a program that serves a runtime of its own and drives it once.
func (b *bench) server(ctx context.Context) error {
	binary, err := b.build(ctx, candidate.Project{
		Name: "server", Go: "1.26.0",
		Requires: []string{"authority", "mcpauth", "runtimebridge", "mcpserver"},
		Never:    []string{sqlite, events, workspace.Base + "runtimebridge/"},
	})
	if err != nil {
		return err
	}
	state, err := b.private("state")
	if err != nil {
		return err
	}
	command := exec.CommandContext(ctx, binary, state)
	command.Stdin = strings.NewReader(frames)
	var problems bytes.Buffer
	command.Stderr = &problems
	out, err := command.Output()
	if err != nil {
		return fmt.Errorf("the server: %v\n%s", err, problems.Bytes())
	}
	return checkReplies(out)
}

// private makes a directory that a token may lie in: nobody else's, and reached
// through no link.
func (b *bench) private(name string) (string, error) {
	dir, err := b.candidate.Room(name)
	if err != nil {
		return "", err
	}
	if err := os.Chmod(dir, 0o700); err != nil {
		return "", err
	}
	return filepath.EvalSymlinks(dir)
}

func (b *bench) build(ctx context.Context, p candidate.Project) (string, error) {
	source, err := fs.Sub(sources, "testdata/"+p.Name)
	if err != nil {
		return "", err
	}
	p.Source = source
	return b.candidate.Build(ctx, p, b.version)
}
