package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/openprogram/openprogram-go/scripts/internal/gotool"
	"github.com/openprogram/openprogram-go/scripts/internal/workspace"
)

// verification looks at tags as the go command sees them.
type verification struct {
	versions  plan
	published bool // as a proxy serves them, not as this clone has them
	out       io.Writer
}

func verifyCommand(ctx context.Context, root string, arguments []string, out io.Writer) error {
	v := verification{versions: plan{}, out: out}
	flags := flag.NewFlagSet("verify", flag.ContinueOnError)
	flags.BoolVar(&v.published, "published", false, "look at what the module proxy serves, not at the tags of this clone")
	if err := flags.Parse(arguments); err != nil {
		return err
	}
	h, err := open(ctx, root)
	if err != nil {
		return err
	}
	for _, tag := range flags.Args() {
		module, version, ok := strings.Cut(tag, "/")
		if _, err := h.space.Module(module); err != nil || !ok {
			return fmt.Errorf("%q is no tag of a module", tag)
		}
		v.versions[module] = version
	}
	if flags.NArg() == 0 {
		v.versions = plan(h.last)
	}
	if len(v.versions) == 0 {
		return errors.New("no module has a tag")
	}
	return v.run(ctx, h)
}

func (v verification) run(ctx context.Context, h *history) error {
	scratch, err := os.MkdirTemp("", "openprogram-verify-")
	if err != nil {
		return err
	}
	defer func() { _ = os.RemoveAll(scratch) }()
	options := gotool.Options{Cache: filepath.Join(scratch, "modules")}
	if !v.published {
		options.Direct = h.Dir
	}
	isolated, err := gotool.Isolate(ctx, options)
	if err != nil {
		return err
	}
	for _, m := range v.versions.modules(h.space) {
		began, tag := time.Now(), m.Tag(v.versions[m.Name])
		if err := h.checkTag(ctx, m.Name, v.versions[m.Name]); err != nil {
			return fmt.Errorf("tag %s: %w", tag, err)
		}
		if err := v.module(ctx, h, isolated, m, scratch); err != nil {
			return fmt.Errorf("%s: %w", tag, err)
		}
		fmt.Fprintf(v.out, "ok   %-40s %6.1fs\n", tag, time.Since(began).Seconds())
	}
	version := v.versions[gotool.Program]
	if version == "" {
		return nil
	}
	bin := filepath.Join(scratch, "bin")
	if err := os.MkdirAll(bin, 0o755); err != nil {
		return err
	}
	if err := isolated.InstallProgram(ctx, bin, version); err != nil {
		return err
	}
	fmt.Fprintf(v.out, "ok   go install %s%s/cmd/openprogram@%s\n", workspace.Base, gotool.Program, version)
	return nil
}

// module fetches a version, compares it with what others say of it, and builds it.
func (v verification) module(ctx context.Context, h *history, isolated *gotool.Isolated, m workspace.Module, scratch string) error {
	version := v.versions[m.Name]
	got, err := isolated.Download(ctx, m.Path, version)
	if err != nil {
		return err
	}
	if err := h.checkSums(ctx, isolated, m.Name, version); err != nil {
		return err
	}
	dir := filepath.Join(scratch, "source", m.Name)
	if err := os.CopyFS(dir, os.DirFS(got.Dir)); err != nil {
		return err
	}
	return isolated.CheckModule(ctx, dir, "-run", "^Example")
}
