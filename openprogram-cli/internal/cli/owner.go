package cli

import (
	"context"
	"syscall"

	"golang.org/x/term"

	"github.com/openprogram/openprogram-go/openprogram-cli/internal/app"
	"github.com/openprogram/openprogram-go/openprogram-cli/internal/terminal"
)

// asOwner runs a command on the owner's runtime. A signal ends its context and
// leaves it the time to end well.
func (p *program) asOwner(ctx context.Context, run func(context.Context, *app.Owner) error) error {
	return p.asOwnerWith(ctx, app.OwnerOptions{}, run)
}

// readAsOwner is asOwner for a command that changes nothing.
func (p *program) readAsOwner(ctx context.Context, run func(context.Context, *app.Owner) error) error {
	return p.asOwnerWith(ctx, app.OwnerOptions{Reading: true}, run)
}

// asOwnerWith is asOwner with options of the command's own.
func (p *program) asOwnerWith(ctx context.Context, o app.OwnerOptions, run func(context.Context, *app.Owner) error) error {
	ctx, stop := untilStopped(ctx)
	defer stop()
	return p.openOwner(ctx, o, run)
}

// openOwner opens the owner's runtime for as long as run needs it.
func (p *program) openOwner(ctx context.Context, o app.OwnerOptions, run func(context.Context, *app.Owner) error) error {
	l, err := p.location()
	if err != nil {
		return err
	}
	o.Interactive = o.Interactive || p.interactive()
	o.Location, o.File, o.Getenv = l, configFileIn(l, p.getenv), p.getenv
	o.Notice = func(line string) { p.notef("[%s]\n", terminal.Line(line)) }
	owner, err := app.OpenOwner(ctx, o)
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
