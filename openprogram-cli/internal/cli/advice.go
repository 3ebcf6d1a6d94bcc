package cli

import (
	"errors"

	"golang.org/x/term"

	"github.com/openprogram/openprogram-go/mcpauth"
	"github.com/openprogram/openprogram-go/openprogram-cli/internal/app"
	"github.com/openprogram/openprogram-go/openprogram-cli/internal/config"
	"github.com/openprogram/openprogram-go/openprogram-cli/internal/terminal"
)

// advise tells a person what to do about errors whose own text must not: what
// the server says on its standard error a client may read.
func (p *program) advise(err error) {
	var configuration *config.Error
	var turn turnError
	switch {
	case errors.As(err, &turn):
		if advice := app.FailureAdvice(turn.code); advice != "" {
			p.notef("%s\n", p.here(advice))
		}
	case errors.Is(err, mcpauth.ErrTokenExists):
		p.notef("%s\n", p.here("openprogram mcp token status says whether it is in order; openprogram mcp token rotate replaces it."))
	case errors.Is(err, mcpauth.ErrAuthentication), errors.Is(err, app.ErrSetup):
		if term.IsTerminal(int(p.stdin.Fd())) {
			p.notef("%s\n", p.here("This is for MCP clients, which pass the token. What is wrong is said by: openprogram mcp doctor"))
		}
	case errors.As(err, &configuration):
		p.nameBrokenFile(configuration)
	}
}

// nameBrokenFile names the configuration file if it is what cannot be used or
// written, and not a value on the command line.
func (p *program) nameBrokenFile(told *config.Error) {
	file, err := p.configFile()
	if err != nil {
		return
	}
	_, err = file.Load()
	var broken *config.Error
	switch {
	case err == nil && told.Key == "":
		p.notef("It is about %s, which has to be yours, in a folder of yours.\n", terminal.Line(file.Path))
	case err == nil:
	case errors.As(err, &broken) && broken.Key != "":
		p.notef("Mend %s, or take it out: %s\n", terminal.Line(file.Path), terminal.Line(p.here("openprogram config unset "+broken.Key)))
	default:
		p.notef("Mend %s, or move it away for the defaults.\n", terminal.Line(file.Path))
	}
}
