package config

import (
	"strconv"
	"strings"
)

// Error says what is wrong with the configuration file or with a value for it.
// It names keys, never values.
type Error struct {
	Key     string // dotted; empty when it is about the whole file
	Problem string
	Line    int // from 1; 0 when unknown
}

// Error is one line, fit for a terminal.
func (e *Error) Error() string {
	var b strings.Builder
	b.WriteString("configuration: ")
	if e.Key != "" {
		b.WriteString(clip(e.Key) + ": ")
	}
	b.WriteString(e.Problem)
	if e.Line > 0 {
		b.WriteString(" (line " + strconv.Itoa(e.Line) + ")")
	}
	return b.String()
}

// clip makes a key that somebody wrote fit for a terminal: short, and quoted
// when it is not a plain dotted name.
func clip(key string) string {
	const most = 80
	if plainKey().MatchString(key) {
		return key
	}
	runes := []rune(key)
	if len(runes) > most {
		runes = append(runes[:most], '…')
	}
	return strconv.QuoteToGraphic(string(runes))
}
