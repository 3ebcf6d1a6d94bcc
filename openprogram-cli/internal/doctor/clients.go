package doctor

import (
	"github.com/openprogram/openprogram-go/mcpauth"
)

// clients looks for this server's entry in the files of the clients. An entry
// with another token, from before the last rotation, is refused.
func (e *examination) clients() {
	token, err := mcpauth.Stored(mcpauth.Location(e.Entries.Location))
	found := false
	for _, s := range e.Entries.States() {
		name := "client " + s.Client.ID
		switch {
		case !s.Readable:
			found = true
			e.warn(name, s.Path+" cannot be understood", "Mend it, or put in by hand what this prints: openprogram mcp install "+s.Client.ID+" --print")
		case !s.Installed:
		case err != nil:
			found = true
			e.warn(name, s.Path+" has this server, but there is no token to compare with", "Mend the token first.")
		default:
			found = true
			change, err := e.Entries.Adding(s.Client, e.Entries.Entry(token.Reveal()))
			if err != nil || change.Differs() {
				e.warn(name, s.Path+" has another token or another program than this one", "openprogram mcp install "+s.Client.ID)
				continue
			}
			e.ok(name, s.Path)
		}
	}
	if !found {
		e.warn("clients", "none has this server yet", "openprogram mcp install CLIENT; openprogram mcp clients lists them")
	}
}
