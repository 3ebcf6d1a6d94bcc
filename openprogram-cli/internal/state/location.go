package state

import (
	"errors"
	"path/filepath"
	"runtime"
	"strings"
)

// The variables that say where the state directory is.
const (
	DirVariable     = "OPENPROGRAM_STATE_DIR"
	ProfileVariable = "OPENPROGRAM_PROFILE"
)

// The reasons why there is no state directory. Each is one line for a person.
var (
	ErrDirNotAbsolute = errors.New(DirVariable + " is not an absolute path: give all of it, without ~")
	ErrNoHome         = errors.New(homeVariable() + " is not an absolute path: set it, or set " + DirVariable)
	ErrInvalidProfile = errors.New("a profile name has 1 to 64 of the characters A-Z a-z 0-9 _ -")
	ErrBothGiven      = errors.New("--profile and " + DirVariable + " are both given: use one")
)

const maxProfile = 64 // bytes

// Location is where the state directory is, whether or not it exists.
type Location struct {
	Dir  string // absolute and clean
	Home string // the home directory, links resolved, that Dir is directly in; empty when Dir was named outright
}

// Locate finds the state directory: $OPENPROGRAM_STATE_DIR, else .openprogram in
// the home directory, or .openprogram-<profile> when a profile is chosen by flag
// or, failing that, by $OPENPROGRAM_PROFILE. An empty variable counts as unset.
// Nothing is created.
func Locate(getenv func(string) string, profileFlag string) (Location, error) {
	if dir := getenv(DirVariable); dir != "" {
		switch {
		case !filepath.IsAbs(dir):
			return Location{}, ErrDirNotAbsolute
		case profileFlag != "":
			return Location{}, ErrBothGiven
		}
		return Location{Dir: filepath.Clean(dir)}, nil
	}
	name := ".openprogram"
	profile := profileFlag
	if profile == "" {
		profile = getenv(ProfileVariable)
	}
	if profile != "" {
		if !isProfile(profile) {
			return Location{}, ErrInvalidProfile
		}
		name += "-" + profile
	}
	home := Home(getenv)
	if home == "" {
		return Location{}, ErrNoHome
	}
	return Location{Dir: filepath.Join(home, name), Home: home}, nil
}

func isProfile(name string) bool {
	const allowed = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-"
	return name != "" && len(name) <= maxProfile && strings.Trim(name, allowed) == ""
}

// Home is the home directory with its links resolved, which are common there
// and harmless, or "" when the environment names none.
func Home(getenv func(string) string) string {
	home := getenv(homeVariable())
	if !filepath.IsAbs(home) {
		return ""
	}
	if real, err := filepath.EvalSymlinks(home); err == nil {
		return real
	}
	return filepath.Clean(home)
}

// Path is the path of something in the state directory.
func (l Location) Path(elements ...string) string {
	return filepath.Join(append([]string{l.Dir}, elements...)...)
}

func homeVariable() string {
	if runtime.GOOS == "windows" {
		return "USERPROFILE"
	}
	return "HOME"
}
