package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"github.com/openprogram/openprogram-go/scripts/internal/candidate"
	"github.com/openprogram/openprogram-go/scripts/internal/gotool"
	"github.com/openprogram/openprogram-go/scripts/internal/workspace"
)

// stage is the export in which a release is put together.
type stage struct {
	preparation
	history   *history
	dir       string // the export
	candidate *candidate.Candidate
}

func newStage(ctx context.Context, h *history, p preparation, scratch string) (*stage, error) {
	made, err := candidate.New(ctx, scratch)
	if err != nil {
		return nil, err
	}
	s := &stage{preparation: p, history: h, dir: filepath.Join(scratch, "tree"), candidate: made}
	return s, h.Export(ctx, "HEAD", s.dir)
}

// fill writes the release into the export, module by module: a module can only
// name the checksum of a sibling whose files are final.
func (s *stage) fill(ctx context.Context) error {
	for _, m := range s.plan.modules(s.history.space) {
		began := time.Now()
		if err := s.add(ctx, m); err != nil {
			return fmt.Errorf("%s %s: %w", m.Name, s.plan[m.Name], err)
		}
		fmt.Fprintf(s.out, "ok   %-40s %6.1fs\n", m.Name+" "+s.plan[m.Name]+" builds on its own", time.Since(began).Seconds())
	}
	if version := s.plan[gotool.Program]; version != "" {
		bin, err := s.candidate.Room("bin")
		if err != nil {
			return err
		}
		if err := s.candidate.Go.InstallProgram(ctx, bin, version); err != nil {
			return err
		}
		fmt.Fprintln(s.out, "ok   openprogram installs")
	}
	return s.writeWork()
}

// add makes one module ready and looks at it as its importers will.
func (s *stage) add(ctx context.Context, m workspace.Module) error {
	dir, version := filepath.Join(s.dir, m.Name), s.plan[m.Name]
	if err := s.writeChangelog(dir, version); err != nil {
		return err
	}
	siblings := map[string]string{}
	for name := range m.Siblings {
		siblings[name] = s.plan[name]
		if siblings[name] != "" {
			continue
		}
		siblings[name] = s.history.last[name]
		if err := s.history.restore(ctx, s.candidate, name, siblings[name]); err != nil {
			return err
		}
	}
	if err := s.candidate.Require(dir, siblings); err != nil {
		return err
	}
	if _, err := s.candidate.Go.Run(ctx, dir, "mod", "tidy"); err != nil {
		return err
	}
	if err := s.candidate.Add(m.Path, version, dir); err != nil {
		return err
	}
	return s.candidate.CheckModule(ctx, m.Path, version, "-run", "^Example")
}

func (s *stage) writeChangelog(dir, version string) error {
	name := filepath.Join(dir, "CHANGELOG.md")
	now, err := readChangelog(name)
	if err != nil {
		return err
	}
	released, err := now.Release(version, s.date)
	if err != nil {
		return err
	}
	return os.WriteFile(name, []byte(released.String()), 0o644)
}

// writeWork points go.work at the versions that are required from now on.
func (s *stage) writeWork() error {
	space, err := workspace.Open(s.dir)
	if err != nil {
		return err
	}
	name := filepath.Join(s.dir, "go.work")
	data, err := os.ReadFile(name)
	if err != nil {
		return err
	}
	changed, err := workspace.SetReplaces(data, space.Modules)
	if err != nil {
		return err
	}
	return os.WriteFile(name, changed, 0o644)
}
