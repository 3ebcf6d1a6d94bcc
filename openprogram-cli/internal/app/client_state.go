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
}

// States says of every writable client whether it is there and has the entry.
func (e ClientEntries) States() []ClientState {
	token, tokenErr := mcpauth.Stored(mcpauth.Location(e.Location))
	var out []ClientState
	for _, c := range clients.All() {
		if !c.Writable {
			continue
		}
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
			s.Problems = slices.Concat(e.programProblems(found), e.placeProblems(found))
			if s.TokenBy == "" {
				s.Problems = append(s.Problems, tokenProblems(found, token, tokenErr)...)
			}
		}
		out = append(out, s)
	}
	return out
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

// placeProblems says whether an entry is for another state directory.
func (e ClientEntries) placeProblems(f clients.Found) []string {
	want := e.Entry("").Env
	for _, variable := range []string{state.DirVariable, state.ProfileVariable} {
		if f.Leads(variable) == "" && f.Env[variable] != want[variable] {
			return []string{"it is for another state directory"}
		}
	}
	return nil
}

func tokenProblems(f clients.Found, token mcpauth.Token, err error) []string {
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
