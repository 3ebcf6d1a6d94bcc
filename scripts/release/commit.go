package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
)

// subject starts the message of a release commit.
const subject = "release: "

// changed lists the files in which the export differs from the work tree. A
// release touches these four and nothing else.
func (s *stage) changed() ([]string, error) {
	candidates := []string{"go.work"}
	for _, m := range s.plan.modules(s.history.space) {
		for _, name := range []string{"go.mod", "go.sum", "CHANGELOG.md"} {
			candidates = append(candidates, m.Name+"/"+name)
		}
	}
	var names []string
	for _, name := range candidates {
		after, err := read(filepath.Join(s.dir, name))
		if err != nil {
			return nil, err
		}
		before, err := read(filepath.Join(s.history.Dir, name))
		if err != nil {
			return nil, err
		}
		if !bytes.Equal(before, after) {
			names = append(names, name)
		}
	}
	return names, nil
}

// read gives the bytes of a file, nil when there is none.
func read(name string) ([]byte, error) {
	data, err := os.ReadFile(name)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	return data, err
}

// show prints the commit that would be made.
func (s *stage) show(ctx context.Context) error {
	names, err := s.changed()
	if err != nil {
		return err
	}
	fmt.Fprintf(s.out, "would commit %q:\n", subject+s.plan.title(s.history.space))
	for _, name := range names {
		before, err := filepath.Abs(filepath.Join(s.history.Dir, name))
		if err != nil {
			return err
		}
		command := exec.CommandContext(ctx, "git", "--no-pager", "diff", "--no-index", "--no-color", "--", before, filepath.Join(s.dir, name))
		command.Stdout = s.out
		var exit *exec.ExitError // git says by its code that there are differences
		if err := command.Run(); err != nil && !errors.As(err, &exit) {
			return err
		}
	}
	return nil
}

// commit carries the release over into the work tree and commits it.
func (s *stage) commit(ctx context.Context) error {
	names, err := s.changed()
	if err != nil {
		return err
	}
	for _, name := range names {
		data, err := os.ReadFile(filepath.Join(s.dir, name))
		if err != nil {
			return err
		}
		if err := os.WriteFile(filepath.Join(s.history.Dir, name), data, 0o644); err != nil {
			return err
		}
	}
	if _, err := s.history.Run(ctx, append([]string{"add", "--"}, names...)...); err != nil {
		return err
	}
	message := subject + s.plan.title(s.history.space)
	if _, err := s.history.Run(ctx, "commit", "--quiet", "-m", message); err != nil {
		return err
	}
	if err := s.history.clean(ctx); err != nil {
		return err
	}
	fmt.Fprintf(s.out, "committed %q\nnext: scripts/release-tag, before anything else is committed\n", message)
	return nil
}
