package cli

import (
	"encoding/json"
	"fmt"
	"io"
	"os"

	"github.com/openprogram/openprogram-go/openprogram-cli/internal/config"
	"github.com/openprogram/openprogram-go/openprogram-cli/internal/state"
	"github.com/openprogram/openprogram-go/openprogram-cli/internal/terminal"
)

// program is what every command works with.
type program struct {
	stdin  *os.File
	stdout *terminal.Latch
	stderr io.Writer
	getenv func(string) string

	profile string // --profile
}

func (p *program) location() (state.Location, error) { return state.Locate(p.getenv, p.profile) }

func (p *program) configFile() (config.File, error) {
	l, err := p.location()
	if err != nil {
		return config.File{}, err
	}
	return configFileIn(l, p.getenv), nil
}

// configFileIn is the configuration file of a state directory. A ~ in it is the
// home directory also when the state directory was named outright.
func configFileIn(l state.Location, getenv func(string) string) config.File {
	home := l.Home
	if home == "" {
		home = state.Home(getenv)
	}
	return config.File{Path: l.Path("config.json"), Home: home}
}

func (p *program) printf(format string, values ...any) {
	fmt.Fprintf(p.stdout, format, values...) // the latch keeps the error
}

func (p *program) table(rows [][]string) { _ = terminal.Table(p.stdout, rows) }

// notef tells a person something that is no part of the output.
func (p *program) notef(format string, values ...any) {
	fmt.Fprintf(p.stderr, format, values...)
}

// printJSON prints one value for machines, indented, as it is.
func (p *program) printJSON(value any) error {
	e := json.NewEncoder(p.stdout)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	return e.Encode(value)
}
