package cli

import (
	"context"
	"os/signal"
	"syscall"

	"golang.org/x/term"

	"github.com/openprogram/openprogram-go/openprogram-cli/internal/app"
)

// asOwner runs a command on the owner's runtime. A signal ends its context and
// leaves it the time to end well.
func (p *program) asOwner(ctx context.Context, run func(context.Context, *app.Owner) error) error {
	l, err := p.location()
	if err != nil {
		return err
	}
	ctx, stop := signal.NotifyContext(ctx, syscall.SIGINT, syscall.SIGTERM)
	defer stop()
	owner, err := app.OpenOwner(ctx, app.OwnerOptions{
		Location: l, File: configFileIn(l, p.getenv), Getenv: p.getenv, Interactive: p.interactive(),
	})
	if err != nil {
		return err
	}
	defer owner.Close()
	return run(ctx, owner)
}

// interactive reports whether somebody can be asked something: questions are
// shown on standard error and answered on standard input.
func (p *program) interactive() bool {
	return term.IsTerminal(int(p.stdin.Fd())) && term.IsTerminal(int(syscall.Stderr))
}
