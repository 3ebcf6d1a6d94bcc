package doctor

import "strings"

// clients looks for this server's entry in the files of the clients. An entry
// with another token, from before the last rotation, is refused.
func (e *examination) clients() {
	found := false
	for _, s := range e.Entries.States() {
		name := "client " + s.Client.ID
		found = found || s.Installed || !s.Readable
		switch {
		case !s.Readable:
			e.warn(name, s.Path+" cannot be understood", "Mend it, or put in by hand what this prints: openprogram mcp install "+s.Client.ID+" --print")
		case len(s.Problems) > 0:
			e.warn(name, s.Path+" has this server, but "+strings.Join(s.Problems, ", and "), "openprogram mcp install "+s.Client.ID)
		case s.TokenBy != "":
			e.ok(name, s.Path+"; the client takes the token by "+s.TokenBy+", which cannot be checked here")
		case s.Installed:
			e.ok(name, s.Path)
		}
	}
	if !found {
		e.warn("clients", "none has this server yet", "openprogram mcp install CLIENT; openprogram mcp clients lists them")
	}
}
