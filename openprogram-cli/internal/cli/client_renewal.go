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
	var having []app.ClientState
	for _, s := range entries.States() {
		switch {
		case s.Installed && s.TokenBy != "":
			p.notef("%s takes the token by %s: give it the new one there.\n", s.Client.Title, terminal.Line(s.TokenBy))
		case s.Installed:
			having = append(having, s)
		}
	}
	if len(having) == 0 {
		return nil
	}
	p.nameClients(having, "These clients have the old token:")
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

// nameClients lists clients.
func (p *program) nameClients(named []app.ClientState, intro string) {
	p.notef("%s\n", p.here(intro))
	var rows [][]string
	for _, s := range named {
		rows = append(rows, []string{"  " + s.Client.ID, s.Path})
	}
	_ = terminal.Table(p.stderr, rows)
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
