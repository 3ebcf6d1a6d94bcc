package memory

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/openprogram/openprogram-go/runtimebridge"
)

const maxGetText = 30_000 // characters

var getSpec = runtimebridge.ToolSpec{
	Name: "memory_get",
	Description: "Reads a note, one section of it or some of its lines, at most 400 lines at once. " +
		"Paths are as memory_browse and memory_search give them.",
	InputSchema: json.RawMessage(`{"type":"object","properties":{` +
		`"path":{"type":"string","minLength":1,"pattern":"\\S","description":"The path of the note."},` +
		`"heading":{"type":"string","minLength":1,"pattern":"\\S","description":"Read only the section below this heading."},` +
		`"start_line":{"type":"integer","minimum":1,"description":"The first line, counted in the note from 1."},` +
		`"max_lines":{"type":"integer","minimum":1,"maximum":400,"default":400}},` +
		`"required":["path"],"additionalProperties":false}`),
	ReadOnly: true,
}

func (w *Workspace) getTool(ctx context.Context, in runtimebridge.Invocation) (string, error) {
	excerpt, err := w.Get(ctx, Selection{
		Path:    in.Arguments.String("path"),
		Heading: in.Arguments.String("heading"),
		Start:   in.Arguments.Int("start_line", 0),
		Lines:   in.Arguments.Int("max_lines", maxLines),
	})
	if err != nil {
		return "", err
	}
	text := clip(excerpt.Text, maxGetText)
	switch {
	case isBlank(text):
		text = "(empty)"
	case excerpt.Last < excerpt.End:
		text += fmt.Sprintf("\n[lines %d to %d of %d; go on with start_line %d]",
			excerpt.First, excerpt.Last, excerpt.End, excerpt.Last+1)
	}
	return text, nil
}
