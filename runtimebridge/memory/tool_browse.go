package memory

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"

	"github.com/openprogram/openprogram-go/runtimebridge"
)

const (
	maxBrowsed    = 200    // paths
	maxBrowseText = 30_000 // characters
)

var browseSpec = runtimebridge.ToolSpec{
	Name: "memory_browse",
	Description: "Lists the paths of the notes, sorted, one a line, at most 200. " +
		"Give prefix to list a part, such as projects/ for a folder.",
	InputSchema: json.RawMessage(`{"type":"object","properties":{` +
		`"prefix":{"type":"string","description":"What the paths begin with."}},"additionalProperties":false}`),
	ReadOnly: true,
}

func (w *Workspace) browseTool(ctx context.Context, in runtimebridge.Invocation) (string, error) {
	paths, err := w.browse(ctx, in.Arguments.String("prefix"), indexing(in))
	if err != nil {
		return "", err
	}
	if len(paths) == 0 {
		return "There are no notes of that kind.", nil
	}
	shown, size := 0, 0
	for shown < min(len(paths), maxBrowsed) && size+len(paths[shown]) < maxBrowseText {
		size += len(paths[shown]) + 1
		shown++
	}
	text := strings.Join(paths[:shown], "\n")
	if left := len(paths) - shown; left > 0 {
		text += fmt.Sprintf("\n[%d more; give a longer prefix]", left)
	}
	return text, nil
}
