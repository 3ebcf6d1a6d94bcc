package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/openprogram/openprogram-go/scripts/internal/git"
	"github.com/openprogram/openprogram-go/scripts/internal/gotool"
)

// patience is how long goreleaser may take to be built. It is a large program: the
// first time takes minutes, and what was compiled is found again the next time.
const patience = 3 * time.Minute

// rehearsed is the version that is made. No tag will ever have it.
const rehearsed = "0.0.0-rehearsal"

// rehearsal makes everything twice, from copies of the tree that lie elsewhere, and
// looks at it.
type rehearsal struct {
	root    string // of the tree
	scratch string
	strict  bool
	made    []*distribution
}

func rehearseCommand(ctx context.Context, strict bool) error {
	root, err := filepath.Abs(".")
	if err != nil {
		return err
	}
	scratch, err := os.MkdirTemp("", "openprogram-pack-")
	if err != nil {
		return err
	}
	defer func() { _ = os.RemoveAll(scratch) }()
	r := &rehearsal{root: root, scratch: scratch, strict: strict}
	passed, failed, left := 0, 0, 0
	for _, s := range r.steps() {
		began := time.Now()
		err := s.run(ctx)
		var gone unreachable
		switch {
		case errors.As(err, &gone):
			left++
			fmt.Printf("SKIPPED %s: %v\n", s.name, err)
		case err != nil:
			failed++
			fmt.Printf("%v\nFAIL %s\n", err, s.name)
		default:
			passed++
			fmt.Printf("ok   %-62s %6.1fs\n", s.name, time.Since(began).Seconds())
		}
	}
	fmt.Printf("%d passed, %d failed, %d skipped\n", passed, failed, left)
	if failed > 0 || strict && left > 0 {
		return errors.New("the packages are not as they should be")
	}
	return nil
}

// step is one thing that has to work.
type step struct {
	name string
	run  func(context.Context) error
}

func (r *rehearsal) steps() []step {
	return []step{
		{"manifest of the bundle, by " + packer, r.manifest},
		{"server.json, by the schema of the registry", r.description},
		{"goreleaser makes everything, and twice the same bytes", r.make},
		{"six archives, and the program in one starts", r.archives},
		{"the bundle starts", r.bundle},
	}
}

func (r *rehearsal) manifest(ctx context.Context) error {
	text, err := (&distribution{version: rehearsed}).manifest(r.root)
	if err != nil {
		return err
	}
	dir := r.room("manifest")
	if err := lay(map[string]content{"manifest.json": {0o644, text}}, dir); err != nil {
		return err
	}
	return validateManifest(ctx, dir, r.room("packer"))
}

func (r *rehearsal) description(ctx context.Context) error {
	text, err := (&distribution{version: rehearsed}).description(r.root, digest(nil))
	if err != nil {
		return err
	}
	return validateDescription(ctx, text)
}

// make copies the tree to two places and has everything made in each.
func (r *rehearsal) make(ctx context.Context) error {
	goreleaser, err := r.goreleaser(ctx)
	if err != nil {
		return err
	}
	for _, name := range []string{"one", "two"} {
		dir := r.room(name)
		if err := (git.Repository{Dir: r.root}).Copy(ctx, dir); err != nil {
			return err
		}
		made, err := build(ctx, dir, rehearsed, goreleaser)
		if err != nil {
			return err
		}
		r.made = append(r.made, made)
	}
	return sameBytes(r.made[0], r.made[1])
}

// goreleaser builds goreleaser, within bounds unless nothing may be left out.
func (r *rehearsal) goreleaser(ctx context.Context) (string, error) {
	bounded, cancel := ctx, context.CancelFunc(func() {})
	if !r.strict {
		bounded, cancel = context.WithTimeout(ctx, patience)
	}
	defer cancel()
	program, err := gotool.Goreleaser.Install(bounded, r.scratch)
	if err != nil && ctx.Err() == nil && !r.strict {
		return "", unreachable{fmt.Sprintf("%s cannot be had here within %v: %.300s", gotool.Goreleaser.Module, patience, err)}
	}
	return program, err
}

func (r *rehearsal) archives(ctx context.Context) error {
	if len(r.made) == 0 {
		return unreachable{"nothing was made"}
	}
	return r.made[0].lookAtArchives(ctx, r.room("archive"))
}

func (r *rehearsal) bundle(ctx context.Context) error {
	if len(r.made) == 0 {
		return unreachable{"nothing was made"}
	}
	return r.made[0].lookAtBundle(ctx, r.room("bundle"))
}

// room is a directory below scratch.
func (r *rehearsal) room(name string) string {
	dir := filepath.Join(r.scratch, name)
	_ = os.MkdirAll(dir, 0o755) // what is written there tells
	return dir
}

// sameBytes finds files that differ between two distributions of one tree.
func sameBytes(a, b *distribution) error {
	names, err := a.delivered()
	if err != nil {
		return err
	}
	others, err := b.delivered()
	if err != nil {
		return err
	}
	if !slices.Equal(names, others) {
		return fmt.Errorf("made %q the first time and %q the second", names, others)
	}
	var differ []string
	for _, name := range names {
		first, err := os.ReadFile(a.path(name))
		if err != nil {
			return err
		}
		second, err := os.ReadFile(b.path(name))
		if err != nil {
			return err
		}
		if !bytes.Equal(first, second) {
			differ = append(differ, name)
		}
	}
	if len(differ) > 0 {
		return fmt.Errorf("the same tree gives other bytes the second time: %s", strings.Join(differ, ", "))
	}
	return nil
}
