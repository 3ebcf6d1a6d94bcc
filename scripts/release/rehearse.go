package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"time"

	"github.com/openprogram/openprogram-go/scripts/internal/git"
)

// rehearseCommand plays releases through in a throw-away clone of the tree as it
// lies here, committed or not, with tags that nobody else sees.
func rehearseCommand(ctx context.Context, root string, _ []string, out io.Writer) error {
	scratch, err := os.MkdirTemp("", "openprogram-rehearsal-")
	if err != nil {
		return err
	}
	defer func() { _ = os.RemoveAll(scratch) }()
	r := &rehearsal{Repository: git.Repository{Dir: filepath.Join(scratch, "clone")}, remote: filepath.Join(scratch, "remote"), out: out}
	if err := r.clone(ctx, root); err != nil {
		return err
	}
	passed := 0
	for _, s := range r.scenes() {
		began := time.Now()
		if err := s.play(ctx); err != nil {
			fmt.Fprintf(out, "FAIL %s\n", s.name)
			return fmt.Errorf("%s: %w", s.name, err)
		}
		passed++
		fmt.Fprintf(out, "ok   %-62s %6.1fs\n", s.name, time.Since(began).Seconds())
	}
	fmt.Fprintf(out, "%d passed, 0 failed\n", passed)
	return nil
}

// rehearsal is the clone in which releases are played through.
type rehearsal struct {
	git.Repository
	remote string // a bare repository that stands for the public one
	out    io.Writer
	first  plan // the versions of the first release
}

// clone makes the clone one commit: what the work tree holds. The tags of real
// releases come along.
func (r *rehearsal) clone(ctx context.Context, root string) error {
	from, err := filepath.Abs(root)
	if err != nil {
		return err
	}
	origin := git.Repository{Dir: from}
	if _, err := origin.Run(ctx, "clone", "--quiet", "--no-hardlinks", ".", r.Dir); err != nil {
		return err
	}
	for _, arguments := range [][]string{
		{"init", "--quiet", "--bare", r.remote},
		{"config", "user.name", "rehearsal"}, {"config", "user.email", "rehearsal@example.org"},
		{"config", "commit.gpgsign", "false"}, {"config", "tag.gpgsign", "false"},
		{"rm", "--quiet", "-r", "--ignore-unmatch", "."},
	} {
		if _, err := r.Run(ctx, arguments...); err != nil {
			return err
		}
	}
	if _, err := origin.ExportWorkTree(ctx, r.Dir); err != nil {
		return err
	}
	return r.save(ctx, "the tree to rehearse with")
}

// save commits whatever is there.
func (r *rehearsal) save(ctx context.Context, message string) error {
	if _, err := r.Run(ctx, "add", "--all"); err != nil {
		return err
	}
	_, err := r.Run(ctx, "commit", "--quiet", "--allow-empty", "-m", message)
	return err
}

// write puts a file into the clone.
func (r *rehearsal) write(name, text string) error {
	path := filepath.Join(r.Dir, filepath.FromSlash(name))
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return err
	}
	return os.WriteFile(path, []byte(text), 0o644)
}

// tell adds an entry to what is unreleased of a module.
func (r *rehearsal) tell(module, entry string) error {
	name := filepath.Join(r.Dir, module, "CHANGELOG.md")
	now, err := readChangelog(name)
	if err != nil {
		return err
	}
	if now.Unreleased != "" {
		entry = now.Unreleased + "\n" + entry
	}
	now.Unreleased = entry
	return os.WriteFile(name, []byte(now.String()), 0o644)
}
