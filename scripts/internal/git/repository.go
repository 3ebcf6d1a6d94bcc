package git

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"os/exec"
	"strings"
)

// Repository is a clone with a work tree.
type Repository struct {
	Dir string // the top of the work tree
}

// Run runs git in the repository and gives what it prints, without the line end.
func (r Repository) Run(ctx context.Context, arguments ...string) (string, error) {
	return r.run(ctx, nil, arguments...)
}

func (r Repository) run(ctx context.Context, variables []string, arguments ...string) (string, error) {
	command := exec.CommandContext(ctx, "git", arguments...)
	command.Dir = r.Dir
	command.Env = append(os.Environ(), variables...)
	var out, problems bytes.Buffer
	command.Stdout, command.Stderr = &out, &problems
	if err := command.Run(); err != nil {
		return "", fmt.Errorf("git %s: %v\n%s", strings.Join(arguments, " "), err, strings.TrimSpace(problems.String()))
	}
	return strings.TrimRight(out.String(), "\r\n"), nil
}

// Dirty lists what differs from the last commit, untracked files included.
func (r Repository) Dirty(ctx context.Context) ([]string, error) {
	out, err := r.Run(ctx, "status", "--porcelain")
	if err != nil || out == "" {
		return nil, err
	}
	return strings.Split(out, "\n"), nil
}

// File gives the bytes of a file in a commit, and false when it has none.
func (r Repository) File(ctx context.Context, commit, path string) (string, bool, error) {
	listed, err := r.Run(ctx, "ls-tree", "--name-only", commit, "--", path)
	if err != nil || listed == "" {
		return "", false, err
	}
	command := exec.CommandContext(ctx, "git", "cat-file", "blob", commit+":"+path)
	command.Dir = r.Dir
	out, err := command.Output()
	if err != nil {
		return "", false, fmt.Errorf("reading %s of %s: %v", path, commit, err)
	}
	return string(out), true, nil
}
