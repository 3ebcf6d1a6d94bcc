package main

import (
	"context"

	"github.com/openprogram/openprogram-go/scripts/internal/workspace"
)

// step is one thing that has to work.
type step struct {
	name string
	run  func(context.Context) error
}

func (b *bench) steps() []step {
	var steps []step
	for _, m := range b.space.Modules {
		steps = append(steps, step{m.Name + ": tidy, vet, " + depth(m), func(ctx context.Context) error {
			if err := b.add(m); err != nil {
				return err
			}
			return b.candidate.CheckModule(ctx, m.Path, b.version, testArguments(m)...)
		}})
	}
	return append(steps,
		step{"openprogram-cli: go install, openprogram version", b.install},
		step{"a client on mcpcontracts alone, on Go 1.24", b.client},
		step{"a server on mcpserver with a runtime of its own", b.server},
	)
}

// The tests of a module that requires no sibling take seconds and run whole. Those
// of the others take minutes; scripts/test runs them with the race detector, and
// what a zip can spoil is whether they build and find their files, so that here
// they are built and their examples run.
func testArguments(m workspace.Module) []string {
	if len(m.Siblings) == 0 {
		return nil
	}
	return []string{"-run", "^Example"}
}

func depth(m workspace.Module) string {
	if len(m.Siblings) == 0 {
		return "test"
	}
	return "build tests, run examples"
}

// install is what the README tells everybody to do first.
func (b *bench) install(ctx context.Context) error {
	bin, err := b.candidate.Room("bin")
	if err != nil {
		return err
	}
	return b.candidate.Go.InstallProgram(ctx, bin, b.version)
}
