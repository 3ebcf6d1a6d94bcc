package memory

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"

	"github.com/openprogram/openprogram-go/runtimebridge"
)

const (
	maxMatches   = 50  // lines
	maxMatchText = 300 // characters of each
)

var grepSpec = runtimebridge.ToolSpec{
	Name: "memory_grep",
	Description: "Finds the lines of notes that contain a text, literally: no wildcards, no regular expressions. " +
		"Answers path:line: text, at most 50 lines. Use memory_search to look for a subject.",
	InputSchema: json.RawMessage(`{"type":"object","properties":{` +
		`"query":{"type":"string","minLength":1,"pattern":"\\S","description":"The text, within one line."},` +
		`"prefix":{"type":"string","description":"Look only in notes whose path begins so."},` +
		`"case_sensitive":{"type":"boolean","default":false}},` +
		`"required":["query"],"additionalProperties":false}`),
	ReadOnly: true,
}

func (w *Workspace) grepTool(ctx context.Context, in runtimebridge.Invocation) (string, error) {
	matches, more, err := w.grep(ctx, Pattern{
		Text:          in.Arguments.String("query"),
		Prefix:        in.Arguments.String("prefix"),
		CaseSensitive: in.Arguments.Bool("case_sensitive"),
		Limit:         maxMatches,
	}, indexing(in), reporting(in, "looked through %d of %d notes"))
	if err != nil {
		return "", err
	}
	in.Progress(runtimebridge.Progress{Message: fmt.Sprintf("found %d lines", len(matches))})
	if len(matches) == 0 {
		return "No line contains that text.", nil
	}
	lines := make([]string, len(matches))
	for i, m := range matches {
		lines[i] = fmt.Sprintf("%s:%d: %s", m.Path, m.Line, clip(m.Text, maxMatchText))
	}
	if more {
		lines = append(lines, "[there are more; narrow the query or give a prefix]")
	}
	return strings.Join(lines, "\n"), nil
}
