package shell

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// fixedPath is the PATH of a program that was started without one.
const fixedPath = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"

// passed are the variables that commands get as they are. Everything else that
// this process was given stays here: keys and tokens come that way.
var passed = []string{"HOME", "USER", "LOGNAME", "TMPDIR", "TZ"}

// quiet keeps programs from waiting for somebody at a terminal: pagers print,
// editors and password prompts fail.
var quiet = []string{
	"TERM=dumb", "PAGER=cat", "GIT_PAGER=cat", "MANPAGER=cat",
	"EDITOR=false", "VISUAL=false", "GIT_EDITOR=false", "GIT_SEQUENCE_EDITOR=false",
	"GIT_TERMINAL_PROMPT=0", "GIT_ASKPASS=false", "SSH_ASKPASS=false", "DEBIAN_FRONTEND=noninteractive",
}

// environment is what a command finds around it.
func environment(dir string, more []string) []string {
	env := append([]string{"PATH=" + searchPath(), "LANG=" + language(), "PWD=" + dir}, quiet...)
	for _, name := range slices.Concat(passed, more) {
		value, set := os.LookupEnv(name)
		if set && !isSecret(name) && !slices.ContainsFunc(env, func(have string) bool { return strings.HasPrefix(have, name+"=") }) {
			env = append(env, name+"="+value)
		}
	}
	return env
}

// searchPath is PATH without what depends on the current directory: a command
// that a file there pretends to be.
func searchPath() string {
	var dirs []string
	for _, dir := range filepath.SplitList(os.Getenv("PATH")) {
		if filepath.IsAbs(dir) {
			dirs = append(dirs, dir)
		}
	}
	if len(dirs) == 0 {
		return fixedPath
	}
	return strings.Join(dirs, string(filepath.ListSeparator))
}

// language is LANG if it means UTF-8, which is what is made of the output.
func language() string {
	lang := os.Getenv("LANG")
	folded := strings.ToLower(lang)
	if strings.HasSuffix(folded, ".utf-8") || strings.HasSuffix(folded, ".utf8") {
		return lang
	}
	return "C.UTF-8"
}

// isSecret reports a variable that no command gets, whoever names it.
func isSecret(name string) bool {
	name = strings.ToUpper(name)
	if strings.HasPrefix(name, "OPENPROGRAM_") {
		return true
	}
	return slices.ContainsFunc([]string{"KEY", "TOKEN", "SECRET", "PASSWORD"}, func(word string) bool {
		return name == word || strings.HasSuffix(name, "_"+word)
	})
}
