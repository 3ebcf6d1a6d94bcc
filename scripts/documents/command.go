package main

import (
	"io/fs"
	"regexp"
	"slices"
	"strings"
)

// The generated references, which the program's own tests compare with it.
const (
	commandsReference = "openprogram-cli/COMMANDS.md"
	settingsReference = "openprogram-cli/CONFIGURATION.md"
)

// program is what documents may say on a command line.
type program struct {
	flags    map[string][]string // of each command, by its whole name
	settings []string
}

// everywhere are the flags of every command.
var everywhere = []string{"--profile", "--help", "--version"}

var flagName = regexp.MustCompile(`--[a-z][a-z-]*`)

// readProgram reads the references. Without them nothing is checked.
func readProgram(root fs.FS) (program, bool) {
	commands, err := fs.ReadFile(root, commandsReference)
	settings, settingsErr := fs.ReadFile(root, settingsReference)
	if err != nil || settingsErr != nil {
		return program{}, false
	}
	p := program{flags: map[string][]string{}}
	for _, section := range sections(string(commands)) {
		name, text, _ := strings.Cut(section, "\n")
		_, usage, _ := strings.Cut(text, "```text\n")
		usage, _, _ = strings.Cut(usage, "```")
		p.flags[name] = flagName.FindAllString(usage, -1)
	}
	for _, section := range sections(string(settings)) {
		name, _, _ := strings.Cut(section, "\n")
		p.settings = append(p.settings, name)
	}
	return p, true
}

func sections(text string) []string { return strings.Split("\n"+text, "\n## ")[1:] }

var (
	fence  = regexp.MustCompile("(?s)```(?:sh|text)\n(.*?)```")
	inline = regexp.MustCompile("`(openprogram [^`\n]+)`")
	// called is a call of the program in a line, up to the next command.
	called = regexp.MustCompile(`(?:^|[|&;(] *|^\$ )(openprogram [^|&;#]*)`)
	quoted = regexp.MustCompile(`'[^']*'|"[^"]*"`)
)

// calls gives what the program does not have of the command lines in a document.
func (p program) calls(text string) []string {
	var faults []string
	for _, block := range fence.FindAllStringSubmatch(text, -1) {
		for line := range strings.Lines(block[1]) {
			for _, call := range called.FindAllStringSubmatch(strings.TrimSpace(line), -1) {
				faults = append(faults, p.call(call[1])...)
			}
		}
	}
	for _, span := range inline.FindAllStringSubmatch(text, -1) {
		faults = append(faults, p.call(span[1])...)
	}
	return faults
}

// What is not a placeholder.
var (
	commandWord = regexp.MustCompile(`^[a-z]+$`)
	settingWord = regexp.MustCompile(`^[a-z_.]+$`)
)

// call checks one command line.
func (p program) call(line string) []string {
	words := strings.Fields(quoted.ReplaceAllString(line, "X"))
	if i := slices.Index(words, "--"); i >= 0 {
		words = words[:i]
	}
	var plain, flags []string
	for i, word := range words {
		switch {
		case strings.HasPrefix(word, "--"):
			name, _, _ := strings.Cut(word, "=")
			flags = append(flags, name)
		case i > 0 && words[i-1] == "--profile":
		default:
			plain = append(plain, word)
		}
	}
	n := 1
	for n < len(plain) && p.begins(strings.Join(plain[:n+1], " ")) {
		n++
	}
	name := strings.Join(plain[:n], " ")
	known, runs := p.flags[name]
	if !runs && n < len(plain) && commandWord.MatchString(plain[n]) {
		return []string{"there is no command " + name + " " + plain[n]}
	}
	var faults []string
	for _, flag := range flags {
		if !slices.Contains(everywhere, flag) && !slices.Contains(known, flag) {
			faults = append(faults, name+" has no "+flag)
		}
	}
	setting := strings.HasPrefix(name, "openprogram config ") && n < len(plain) && settingWord.MatchString(plain[n])
	if setting && !slices.Contains(p.settings, plain[n]) {
		faults = append(faults, "there is no setting "+plain[n])
	}
	return faults
}

// begins reports whether a command has this name, or a group of them.
func (p program) begins(name string) bool {
	for command := range p.flags {
		if command == name || strings.HasPrefix(command, name+" ") {
			return true
		}
	}
	return false
}
