package app

import (
	"runtime"
	"runtime/debug"
)

// Build says which build of the program this is.
type Build struct {
	Version string `json:"version"` // of the module, or "devel"
	Commit  string `json:"commit"`  // or "unknown"; with "+changes" when the tree was not clean
	Go      string `json:"go"`
}

// version is set by the linker in the program of a package, which is built from
// a source tree and not from a module's version.
var version string

// ThisBuild describes the running program.
func ThisBuild() Build {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		info = &debug.BuildInfo{}
	}
	b := buildOf(info)
	if version != "" {
		b.Version = version
	}
	return b
}

func buildOf(info *debug.BuildInfo) Build {
	b := Build{Version: info.Main.Version, Commit: "unknown", Go: runtime.Version()}
	if b.Version == "" || b.Version == "(devel)" {
		b.Version = "devel"
	}
	changed := false
	for _, s := range info.Settings {
		switch s.Key {
		case "vcs.revision":
			b.Commit = s.Value
		case "vcs.modified":
			changed = s.Value == "true"
		}
	}
	if changed {
		b.Commit += "+changes"
	}
	return b
}
