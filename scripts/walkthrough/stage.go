package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

const tokenVariable = "OPENPROGRAM_MCP_TOKEN"

// stage is where the walk happens: a home directory of its own, the program,
// and the clients that are connected.
type stage struct {
	script *transcript
	home   string
	binary string
	token  string

	client *client
	served []*client // to be closed at the end whatever happens

	notesBefore string // what the notes folder held before a client came
	session     string // the session of the first prompt
}

func newStage(ctx context.Context, script *transcript) (*stage, error) {
	home, err := os.MkdirTemp("", "openprogram-walkthrough-")
	if err != nil {
		return nil, err
	}
	s := &stage{script: script, home: home, binary: filepath.Join(home, "bin", "openprogram")}
	build := exec.CommandContext(ctx, "go", "build", "-o", s.binary, "./openprogram-cli/cmd/openprogram")
	if out, err := build.CombinedOutput(); err != nil {
		s.remove()
		return nil, fmt.Errorf("building: %v\n%s", err, out)
	}
	return s, nil
}

func (s *stage) remove() {
	for _, c := range s.served {
		c.close()
	}
	_ = os.RemoveAll(s.home)
}

func (s *stage) state(elements ...string) string {
	return filepath.Join(append([]string{s.home, ".openprogram"}, elements...)...)
}

// environment is that of a client that passes few variables on.
func (s *stage) environment(more ...string) []string {
	return append([]string{"HOME=" + s.home, "PATH=" + os.Getenv("PATH"), "WALKTHROUGH_KEY=not-a-real-key"}, more...)
}

// run runs a command of the program as its owner and shows it. secret output is
// not shown.
func (s *stage) run(ctx context.Context, secret bool, arguments ...string) (string, error) {
	s.script.command("openprogram " + quoted(arguments))
	command := exec.CommandContext(ctx, s.binary, arguments...)
	command.Env = s.environment()
	command.Dir = s.home
	var out, problems bytes.Buffer
	command.Stdout, command.Stderr = &out, &problems
	err := command.Run()
	switch {
	case err != nil:
		s.script.answer(out.String() + problems.String())
		return out.String(), errors.New("openprogram " + arguments[0] + ": " + err.Error())
	case secret:
		s.script.answer(fmt.Sprintf("(%d characters, shown once)", len(strings.TrimSpace(out.String()))))
	default:
		s.script.answer(out.String())
	}
	return out.String(), nil
}

func quoted(arguments []string) string {
	var out []string
	for _, a := range arguments {
		if strings.ContainsAny(a, " []\"") {
			a = "'" + a + "'"
		}
		out = append(out, a)
	}
	return strings.Join(out, " ")
}
