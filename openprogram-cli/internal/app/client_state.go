package app

import (
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/openprogram/openprogram-go/mcpauth"
	"github.com/openprogram/openprogram-go/openprogram-cli/internal/clients"
	"github.com/openprogram/openprogram-go/openprogram-cli/internal/state"
)

// ClientState is how one client stands.
type ClientState struct {
	Client    clients.Client
	Path      string
	Present   bool // its file or the folder of it exists
	Installed bool
	Readable  bool
	// Problems say why the entry does not start this server for this client.
	Problems []string
	// TokenBy is what leads the client to the token when the entry does not hold
	// it itself. Whether that is the right one is not known then.
	TokenBy string
	// Elsewhere says that the entry is for another state directory. It is one of
	// the problems.
	Elsewhere bool
}

// States says of every writable client whether it is there and has the entry.
func (e ClientEntries) States() []ClientState {
	var out []ClientState
	for _, c := range clients.All() {
		if c.Writable {
			out = append(out, e.State(c))
		}
	}
	return out
}

// State says how one client stands.
func (e ClientEntries) State(c clients.Client) ClientState {
	s := ClientState{Client: c, Path: c.Path(e.Machine), Readable: true}
	change, err := e.read(c)
	var found clients.Found
	if err == nil {
		found, s.Installed, err = c.Read(change.Before, e.Name())
	}
	s.Readable = err == nil
	s.Present = change.Existed || !s.Readable || e.hasFolder(s.Path)
	if s.Installed {
		s.TokenBy = found.Leads(mcpauth.EnvVariable)
		s.Elsewhere = e.elsewhere(found)
		s.Problems = e.programProblems(found)
		if s.Elsewhere {
			s.Problems = append(s.Problems, "it is for another state directory")
		}
		if s.TokenBy == "" {
			s.Problems = append(s.Problems, e.tokenProblems(found)...)
		}
	}
	return s
}

// programProblems says why an entry does not start this program.
func (e ClientEntries) programProblems(f clients.Found) []string {
	var out []string
	if f.Off {
		out = append(out, "it is switched off")
	}
	target, err := os.Stat(f.Command)
	ours, oursErr := os.Stat(e.Command)
	switch {
	case f.Command == "":
		out = append(out, "it has no command")
	case !filepath.IsAbs(f.Command):
		out = append(out, "its command is no absolute path: "+f.Command)
	case err != nil:
		out = append(out, "there is no program at "+f.Command)
	case oursErr == nil && !os.SameFile(target, ours):
		out = append(out, "it starts another program: "+f.Command)
	}
	if want := e.Entry("").Args; len(f.Args) < len(want) || !slices.Equal(f.Args[:len(want)], want) {
		out = append(out, "its arguments are not "+strings.Join(want, " "))
	}
	return out
}

// elsewhere reports an entry for another state directory.
func (e ClientEntries) elsewhere(f clients.Found) bool {
	want := e.Entry("").Env
	return slices.ContainsFunc([]string{state.DirVariable, state.ProfileVariable}, func(variable string) bool {
		return f.Leads(variable) == "" && f.Env[variable] != want[variable]
	})
}

func (e ClientEntries) tokenProblems(f clients.Found) []string {
	token, err := mcpauth.Stored(mcpauth.Location(e.Location))
	has := f.Env[mcpauth.EnvVariable]
	switch {
	case has == "":
		return []string{"it has no token"}
	case strings.Contains(has, "$") || strings.Contains(has, "{"):
		return []string{"it has a reference in place of the token, and this client does not look those up"}
	case err != nil:
		return []string{"there is no token to compare its own with"}
	case has != token.Reveal():
		return []string{"it has another token"}
	}
	return nil
}

// hasFolder reports whether the client has made its own folder for the file.
// The home directory is no sign of a client.
func (e ClientEntries) hasFolder(path string) bool {
	dir := filepath.Dir(path)
	info, err := os.Stat(dir)
	return dir != e.Machine.Home && err == nil && info.IsDir()
}
