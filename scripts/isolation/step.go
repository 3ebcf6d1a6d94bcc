package main

import (
	"context"
	"fmt"
	"slices"

	"github.com/openprogram/openprogram-go/scripts/internal/workspace"
)

// patience bounds the tests of one package. They wait for events and not for
// durations, and this is for a machine that has much else to do.
const patience = "-timeout=30m"

// step is one thing that has to work.
type step struct {
	name string
	run  func(context.Context) error
}

// steps are what is looked at, in the order of the tiers. With names it is these
// modules alone; what they require is still taken from zips.
func (b *bench) steps(names []string) ([]step, error) {
	for _, name := range names {
		if !slices.ContainsFunc(b.space.Modules, func(m workspace.Module) bool { return m.Name == name }) {
			return nil, fmt.Errorf("there is no module %q", name)
		}
	}
	var steps []step
	for _, m := range b.space.Modules {
		if len(names) > 0 && !slices.Contains(names, m.Name) {
			steps = append(steps, step{m.Name + ": zip", func(context.Context) error { return b.add(m) }})
			continue
		}
		steps = append(steps, step{m.Name + ": tidy, vet, test", func(ctx context.Context) error {
			if err := b.add(m); err != nil {
				return err
			}
			return b.candidate.CheckModule(ctx, m.Path, b.version, "-short", patience)
		}})
	}
	if len(names) > 0 {
		return steps, nil
	}
	return append(steps,
		step{"openprogram-cli: go install, openprogram version", b.install},
		step{"a client on mcpcontracts alone, on Go 1.24", b.client},
		step{"a server on mcpserver with a runtime of its own", b.server},
	), nil
}

// install is what the README tells everybody to do first.
func (b *bench) install(ctx context.Context) error {
	bin, err := b.candidate.Room("bin")
	if err != nil {
		return err
	}
	return b.candidate.Go.InstallProgram(ctx, bin, b.version)
}
