package authority

import (
	"path"
	"slices"
	"strings"
)

// commandArgument holds the shell line of a command tool.
const commandArgument = "command"

// coversCommand reports whether an allow pattern covers a shell line: one plain
// command whose words are all there to read.
func coversCommand(pattern string, arguments map[string]any) bool {
	line, _ := arguments[commandArgument].(string)
	words, plain := readShell(line).plain()
	if !plain {
		return false
	}
	prefix, isPrefix := strings.CutSuffix(pattern, prefixSign)
	if !isPrefix && !isGlob(pattern) {
		return quoteWords(words) == canonicalCommand(pattern)
	}
	inner, harmless := dropHarmless(words)
	switch {
	case !harmless || startsOthers(inner):
		return false
	case isPrefix:
		return hasPrefix(words, prefixWords(prefix)) || hasPrefix(inner, prefixWords(prefix))
	}
	return matches(pattern, quoteWords(words)) || matches(pattern, strings.TrimSpace(line))
}

// startsOthers: a search that starts programs does more than search, so only a
// rule that spells it out allows it.
func startsOthers(words []word) bool {
	return len(words) > 0 && slices.Contains(searchers, commandName(words)) && len(startedBy(words)) > 0
}

// dropHarmless drops leading assignments, with or without env before them, of
// the few variables that change no more than a program's looks. It reports false
// for any other assignment: that is part of what would run, and only a rule that
// spells out the whole command covers it.
func dropHarmless(words []word) ([]word, bool) {
	rest := words
	if len(rest) > 1 && rest[0].text == "env" && rest[1].variable != "" {
		rest = rest[1:]
	}
	for len(rest) > 0 && rest[0].variable != "" {
		if !slices.Contains(harmlessVariables, rest[0].variable) {
			return nil, false
		}
		rest = rest[1:]
	}
	return rest, true
}

var harmlessVariables = []string{
	"COLUMNS", "LANG", "LANGUAGE", "LC_ALL", "LC_COLLATE", "LC_CTYPE", "LC_MESSAGES", "LC_NUMERIC", "LC_TIME",
	"LINES", "NO_COLOR",
}

func hasPrefix(words []word, prefix []string) bool {
	if len(prefix) == 0 || len(words) < len(prefix) {
		return false
	}
	for i, want := range prefix {
		if words[i].text != want {
			return false
		}
	}
	return true
}

// prefixWords are the words of a prefix pattern, read as the shell reads them
// where that is possible.
func prefixWords(prefix string) []string {
	words, plain := readShell(prefix).plain()
	if !plain {
		return strings.Fields(prefix)
	}
	texts := make([]string, len(words))
	for i, w := range words {
		texts[i] = w.text
	}
	return texts
}

// canonicalCommand is a pattern without glob signs in the form in which
// commands are compared.
func canonicalCommand(pattern string) string {
	if words, plain := readShell(pattern).plain(); plain {
		return quoteWords(words)
	}
	return pattern
}

// catchesCommand reports whether a deny or ask pattern hits any command of a
// shell line, or whether that cannot be told.
func catchesCommand(pattern string, arguments map[string]any) bool {
	line, ok := arguments[commandArgument].(string)
	if !ok {
		return true
	}
	if catchesText(pattern, strings.TrimSpace(line)) {
		return true
	}
	return catchesLine(pattern, line) || narrow(line) != line && catchesLine(pattern, narrow(line))
}

func catchesLine(pattern, line string) bool {
	shell := readShell(line)
	if shell.undecided {
		return true
	}
	for _, command := range shell.commands {
		all, decided := readings(command)
		if !decided {
			return true
		}
		for _, reading := range all {
			if catchesReading(pattern, reading) {
				return true
			}
		}
	}
	return false
}

// catchesReading compares the command as written and with its program's folder
// left out.
func catchesReading(pattern string, command []word) bool {
	bare := slices.Clone(command)
	bare[0].text = path.Base(bare[0].text)
	for _, words := range [][]word{command, bare} {
		if prefix, ok := strings.CutSuffix(pattern, prefixSign); ok {
			if mayHavePrefix(words, prefixWords(prefix)) {
				return true
			}
			continue
		}
		if mayBe(pattern, words) {
			return true
		}
	}
	return false
}

// mayHavePrefix is hasPrefix, folded, where a word that the shell expands may
// stand for anything, several words included.
func mayHavePrefix(words []word, prefix []string) bool {
	for i, want := range prefix {
		if i == len(words) {
			return false
		}
		if !words[i].known {
			return true
		}
		if fold(words[i].text) != fold(want) {
			return false
		}
	}
	return true
}

// mayBe compares a whole command with a glob or a literal pattern. When part of
// the command is unknown, the known front decides if it can.
func mayBe(pattern string, words []word) bool {
	if !isGlob(pattern) {
		pattern = canonicalCommand(pattern)
	}
	unknown := slices.IndexFunc(words, func(w word) bool { return !w.known })
	if unknown < 0 {
		return catchesText(pattern, quoteWords(words))
	}
	head, front := fold(globHead(pattern)), fold(quoteWords(words[:unknown]))+" "
	return strings.HasPrefix(head+" ", front) || isGlob(pattern) && strings.HasPrefix(front, head)
}

// catchesText compares a whole text with a pattern, as it is and folded.
func catchesText(pattern, text string) bool {
	return matches(pattern, text) || matches(fold(pattern), fold(text))
}
