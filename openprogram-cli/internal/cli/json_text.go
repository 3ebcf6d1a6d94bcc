package cli

import (
	"encoding/json"
	"fmt"
	"strings"
	"unicode/utf16"

	"github.com/openprogram/openprogram-go/openprogram-cli/internal/terminal"
)

// shownJSON is JSON as a terminal can show it: what would be escaped is escaped
// in JSON's own way, so that it means the same to another program.
func shownJSON(text string) string {
	var b strings.Builder
	for _, r := range text {
		if shown := string(r); r == '\n' || terminal.Line(shown) == shown {
			b.WriteRune(r)
			continue
		}
		for _, unit := range utf16.AppendRune(nil, r) {
			fmt.Fprintf(&b, `\u%04x`, unit)
		}
	}
	return b.String()
}

// shownAnswer is a tool's answer as a terminal can show it.
func shownAnswer(text string) string {
	if json.Valid([]byte(text)) {
		return shownJSON(text)
	}
	return terminal.Text(text)
}
