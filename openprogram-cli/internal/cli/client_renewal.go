package cli

import (
	"bufio"
	"errors"
	"strings"

	"github.com/openprogram/openprogram-go/mcpauth"
	"github.com/openprogram/openprogram-go/openprogram-cli/internal/app"
	"github.com/openprogram/openprogram-go/openprogram-cli/internal/terminal"
)

var errClientsLeft = errors.New("the token was replaced, but some clients still have the old one: see above")

// renewClients names the clients whose files hold the token of before, and
// writes the new one into them if the owner wants that.
func (p *program) renewClients(entries app.ClientEntries, token mcpauth.Token, update bool) error {
	having := p.nameClients(entries, "These clients have the old token:")
	if len(having) == 0 {
		return nil
	}
	if !update && !(p.interactive() && p.confirm("Write the new one into them? [y/N] ")) {
		for _, s := range having {
			p.notef("%s\n", p.here("Give it to "+s.Client.Title+": openprogram mcp install "+s.Client.ID))
		}
		return nil
	}
	var failed error
	for _, s := range having {
		change, err := entries.Adding(s.Client, entries.Entry(token.Reveal()))
		if err == nil {
			err = entries.Apply(change)
		}
		if err != nil {
			p.notef("%s: %s\n", s.Client.Title, terminal.Line(err.Error()))
			failed = errClientsLeft
			continue
		}
		p.notef("%s has the new one. Next: %s.\n", s.Client.Title, s.Client.Restart)
	}
	return failed
}

// nameClients lists the clients that have an entry of this server.
func (p *program) nameClients(entries app.ClientEntries, intro string) []app.ClientState {
	var having []app.ClientState
	for _, s := range entries.States() {
		if s.Installed {
			having = append(having, s)
		}
	}
	if len(having) > 0 {
		p.notef("%s\n", p.here(intro))
	}
	var rows [][]string
	for _, s := range having {
		rows = append(rows, []string{"  " + s.Client.ID, s.Path})
	}
	_ = terminal.Table(p.stderr, rows)
	return having
}

// confirm asks the person at the terminal. Whatever is not a clear yes is a no.
func (p *program) confirm(question string) bool {
	p.notef("%s", question)
	line, err := bufio.NewReader(p.stdin).ReadString('\n')
	if err != nil {
		p.notef("\n")
		return false
	}
	answer := strings.ToLower(strings.TrimSpace(line))
	return answer == "y" || answer == "yes"
}
