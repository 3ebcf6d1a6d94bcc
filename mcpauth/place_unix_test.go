//go:build unix && !aix

package mcpauth_test

import (
	"maps"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/openprogram/openprogram-go/mcpauth"
)

// A place is a state directory, built below an own and private directory.
type place = func(t *testing.T, base string) mcpauth.Location

// unsafePlaces are those in which no token may be made and no token may be read.
func unsafePlaces() map[string]place {
	places := unsafePaths()
	maps.Copy(places, linkedPlaces())
	maps.Copy(places, openPlaces())
	return places
}

func explicit(parts ...string) mcpauth.Location {
	return mcpauth.Location{Dir: filepath.Join(parts...)}
}

func unsafePaths() map[string]place {
	return map[string]place{
		"no path":         func(*testing.T, string) mcpauth.Location { return mcpauth.Location{} },
		"a relative path": func(*testing.T, string) mcpauth.Location { return mcpauth.Location{Dir: "state"} },
		"a path that goes up": func(t *testing.T, base string) mcpauth.Location {
			return mcpauth.Location{Dir: mkdir(t, base, "state", 0o700) + "/../state"}
		},
		"a path with a name too long": func(_ *testing.T, base string) mcpauth.Location {
			return explicit(base, strings.Repeat("s", 300), "state")
		},
		"a path with NUL": func(_ *testing.T, base string) mcpauth.Location { return explicit(base, "sta\x00te") },
		"a directory outside home": func(t *testing.T, base string) mcpauth.Location {
			return mcpauth.Location{Home: mkdir(t, base, "home", 0o700), Dir: mkdir(t, base, "homestead", 0o700)}
		},
		"home itself": func(_ *testing.T, base string) mcpauth.Location {
			return mcpauth.Location{Home: base, Dir: base}
		},
		"a home that goes up": func(t *testing.T, base string) mcpauth.Location {
			return mcpauth.Location{Home: base + "/../" + filepath.Base(base), Dir: mkdir(t, base, "state", 0o700)}
		},
		"a relative home": func(_ *testing.T, base string) mcpauth.Location {
			return mcpauth.Location{Home: "home", Dir: filepath.Join(base, "state")}
		},
	}
}

func linkedPlaces() map[string]place {
	return map[string]place{
		"a linked state directory": func(t *testing.T, base string) mcpauth.Location {
			mkdir(t, base, "real", 0o700)
			return explicit(symlink(t, "real", base, "state"))
		},
		"a linked ancestor": func(t *testing.T, base string) mcpauth.Location {
			mkdir(t, mkdir(t, base, "real", 0o700), "state", 0o700)
			return explicit(symlink(t, "real", base, "link"), "state")
		},
		"a linked ancestor of a missing directory": func(t *testing.T, base string) mcpauth.Location {
			mkdir(t, base, "real", 0o700)
			return explicit(symlink(t, "real", base, "link"), "state")
		},
		"a link below home": func(t *testing.T, base string) mcpauth.Location {
			mkdir(t, base, "real", 0o700)
			return mcpauth.Location{Home: base, Dir: symlink(t, "real", base, "state")}
		},
		"a linked ancestor below home": func(t *testing.T, base string) mcpauth.Location {
			mkdir(t, mkdir(t, base, "real", 0o700), "state", 0o700)
			return mcpauth.Location{Home: base, Dir: filepath.Join(symlink(t, "real", base, "link"), "state")}
		},
	}
}

func openPlaces() map[string]place {
	return map[string]place{
		"a readable state directory": func(t *testing.T, base string) mcpauth.Location {
			return explicit(mkdir(t, base, "state", 0o755))
		},
		"a state directory others may enter": func(t *testing.T, base string) mcpauth.Location {
			return explicit(mkdir(t, base, "state", 0o701))
		},
		"an ancestor the group may write": func(t *testing.T, base string) mcpauth.Location {
			return explicit(mkdir(t, mkdir(t, base, "shared", 0o770), "state", 0o700))
		},
		"an ancestor anybody may write": func(t *testing.T, base string) mcpauth.Location {
			return explicit(mkdir(t, mkdir(t, base, "shared", 0o757), "state", 0o700))
		},
		"a file for a state directory": func(t *testing.T, base string) mcpauth.Location {
			writeFile(t, filepath.Join(base, "plain file"), "", 0o700)
			return explicit(base, "plain file")
		},
		"a file for an ancestor": func(t *testing.T, base string) mcpauth.Location {
			writeFile(t, filepath.Join(base, "plain file"), "", 0o700)
			return explicit(base, "plain file", "state")
		},
	}
}

func mkdir(t *testing.T, parent, name string, mode os.FileMode) string {
	t.Helper()
	path := filepath.Join(parent, name)
	must(t, os.Mkdir(path, 0o700))
	must(t, os.Chmod(path, mode))
	return path
}

func symlink(t *testing.T, target, parent, name string) string {
	t.Helper()
	path := filepath.Join(parent, name)
	must(t, os.Symlink(target, path))
	return path
}
