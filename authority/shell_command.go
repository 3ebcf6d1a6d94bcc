package authority

import (
	"path"
	"slices"
	"strings"
)

// readings are the commands that one simple command may start: itself with and
// without its assignments, without reserved words, and, behind a launcher such
// as sudo, whatever follows it. Each begins with a known word. decided is false
// when it runs text as a shell would, or when not even its name is known.
func readings(command []word) (all [][]word, decided bool) {
	stripped := stripLead(command)
	if lead := command[:len(command)-len(stripped)]; len(lead) > 0 && allKnown(lead) {
		all = append(all, command)
	}
	if len(stripped) == 0 {
		return all, true
	}
	tails := startedBy(stripped)
	if len(tails) > maxTails {
		return all, false
	}
	for _, started := range append(tails, stripped) {
		if !decidedCommand(started) {
			return all, false
		}
		all = append(all, started)
	}
	return all, true
}

func allKnown(words []word) bool {
	return !slices.ContainsFunc(words, func(w word) bool { return !w.known })
}

// maxTails bounds the work for one command.
const maxTails = 200

// stripLead drops leading assignments and the reserved words before a command.
func stripLead(command []word) []word {
	for len(command) > 0 {
		w := command[0]
		if w.variable == "" && !(w.bare && w.known && slices.Contains(reservedWords, w.text)) {
			break
		}
		command = command[1:]
	}
	return command
}

var reservedWords = []string{"if", "then", "elif", "else", "while", "until", "do", "!", "{"}

// startedBy lists the commands that a launcher or a search may start. Where a
// launcher's own options end is not known for sure, so every tail of its words
// counts.
func startedBy(command []word) (started [][]word) {
	searching := false
	for i := range command {
		reached := i == 0 || searching && slices.Contains(searcherActions, command[i-1].text)
		if !reached {
			continue
		}
		if i > 0 {
			started = append(started, command[i:])
		}
		name := commandName(command[i:])
		searching = searching || slices.Contains(searchers, name)
		if slices.Contains(launchers, name) {
			for tail := i + 1; tail < len(command); tail++ {
				started = append(started, command[tail:])
			}
			return started
		}
	}
	return started
}

var (
	launchers = []string{
		"builtin", "busybox", "caffeinate", "chroot", "chrt", "command", "doas", "env", "exec",
		"function", "gtimeout", "ionice", "nice", "nohup", "nsenter", "numactl", "pkexec", "runuser",
		"setpriv", "setsid", "stdbuf", "strace", "sudo", "taskset", "time", "timeout", "toybox", "unshare",
	}
	searchers       = []string{"find", "gfind", "fd", "fdfind"}
	searcherActions = []string{
		"-exec", "-execdir", "-ok", "-okdir", "-x", "--exec", "-X", "--exec-batch",
	}
	// opaque commands run text that is not on the line, or change what later
	// names mean.
	opaque = []string{
		".", "alias", "at", "batch", "bind", "coproc", "enable", "eval", "fc", "flock", "hash", "mapfile",
		"parallel", "readarray", "rsh", "script", "source", "ssh", "su", "trap", "watch", "xargs",
	}
	shells = []string{"ash", "bash", "csh", "dash", "fish", "ksh", "mksh", "rbash", "sh", "tcsh", "yash", "zsh"}
)

// decidedCommand reports whether the words say which program runs, as far as
// the line goes. A script in a file counts as a program.
func decidedCommand(command []word) bool {
	name := commandName(command)
	switch {
	case !command[0].known, slices.Contains(opaque, name):
		return false
	case slices.Contains(shells, name):
		return runsScriptFile(command[1:])
	case name == "env":
		return !slices.ContainsFunc(command[1:], splitsString)
	}
	return true
}

// runsScriptFile: anything but a file's name right after the shell may be text
// to run, or standard input.
func runsScriptFile(operands []word) bool {
	if len(operands) == 0 || !operands[0].known {
		return false
	}
	file := operands[0].text
	return file != "" && strings.IndexByte("-+", file[0]) < 0 &&
		!strings.HasPrefix(file, "/dev/") && !strings.HasPrefix(file, "/proc/")
}

// splitsString reports env's option that turns one word into a command.
func splitsString(w word) bool {
	return strings.HasPrefix(w.text, "--s") ||
		strings.HasPrefix(w.text, "-") && !strings.HasPrefix(w.text, "--") && strings.Contains(w.text, "S")
}

// commandName is the name of the program, without its folder and in lower case:
// some file systems ignore case.
func commandName(command []word) string { return strings.ToLower(path.Base(command[0].text)) }

// quoteWords writes words so that a shell reads them back: the one form in
// which commands are compared.
func quoteWords(words []word) string {
	quoted := make([]string, len(words))
	for i, w := range words {
		quoted[i] = quoteWord(w.text)
	}
	return strings.Join(quoted, " ")
}

func quoteWord(text string) string {
	unsafe := func(r rune) bool {
		letter := r|0x20 >= 'a' && r|0x20 <= 'z'
		return !letter && (r < '0' || r > '9') && !strings.ContainsRune("_@%+=:,./-", r)
	}
	if text != "" && !strings.ContainsFunc(text, unsafe) {
		return text
	}
	return "'" + strings.ReplaceAll(text, "'", `'"'"'`) + "'"
}
