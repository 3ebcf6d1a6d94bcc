package chat

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/openprogram/openprogram-go/openprogram-cli/internal/terminal"
)

// telling are the arguments that say in one line what a call is about, the most
// telling one first.
var telling = []string{"command", "file_path", "path", "pattern", "query", "source_id", "note"}

const (
	summaryWidth = 72
	shownLines   = 40  // of a call that is asked about
	shownWidth   = 400 // characters of one of its lines
)

// argumentsOf reads the JSON of a call's arguments. Numbers stay as written.
func argumentsOf(detail string) map[string]any {
	var out map[string]any
	d := json.NewDecoder(strings.NewReader(detail))
	d.UseNumber()
	if d.Decode(&out) != nil {
		return nil
	}
	return out
}

// summary says in one line what a call is about.
func summary(detail string) string {
	args := argumentsOf(detail)
	for _, name := range telling {
		if text, ok := args[name].(string); ok && strings.TrimSpace(text) != "" {
			return terminal.Cut(terminal.Line(text), summaryWidth)
		}
	}
	if len(args) == 0 {
		return ""
	}
	return terminal.Cut(terminal.Line(detail), summaryWidth)
}

// full shows the arguments of a call to whoever has to decide about it, one
// below the other. Without limit all of it is shown, otherwise cut says that
// there is more.
func full(detail string, limited bool) (text string, cut bool) {
	args := argumentsOf(detail)
	if args == nil {
		return "  " + terminal.Line(detail) + "\n", false
	}
	var lines, long []string // what is short comes first: a path before the text for it
	for _, name := range slices.Sorted(maps.Keys(args)) {
		if of := argumentLines(name, args[name]); len(of) == 1 {
			lines = append(lines, of...)
		} else {
			long = append(long, of...)
		}
	}
	lines = append(lines, long...)
	if !limited {
		return indented(lines), false
	}
	hidden := max(len(lines)-shownLines, 0)
	lines = lines[:len(lines)-hidden]
	for i, line := range lines {
		if short := terminal.Cut(line, shownWidth); short != line {
			lines[i], cut = short, true
		}
	}
	if hidden > 0 {
		lines, cut = append(lines, fmt.Sprintf("… %d more lines", hidden)), true
	}
	return indented(lines), cut
}

func argumentLines(name string, value any) []string {
	text, ok := value.(string)
	if !ok {
		text = compact(value)
	}
	lines := strings.Split(strings.TrimSuffix(terminal.Text(text), "\n"), "\n")
	name = terminal.Line(name)
	if len(lines) == 1 {
		return []string{name + ": " + lines[0]}
	}
	out := []string{name + ":"}
	for _, line := range lines {
		out = append(out, "| "+line)
	}
	return out
}

func compact(value any) string {
	var out bytes.Buffer
	e := json.NewEncoder(&out)
	e.SetEscapeHTML(false)
	if e.Encode(value) != nil {
		return "?" // the value came out of JSON
	}
	return strings.TrimSpace(out.String())
}

func indented(lines []string) string {
	var out strings.Builder
	for _, line := range lines {
		out.WriteString("  " + line + "\n")
	}
	return out.String()
}
