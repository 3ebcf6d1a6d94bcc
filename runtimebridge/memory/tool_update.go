package memory

import (
	"context"
	"encoding/json"

	"github.com/openprogram/openprogram-go/runtimebridge"
)

var updateSpec = runtimebridge.ToolSpec{
	Name: "memory_update",
	Description: "Adds text to notes, all of the changes or none; nothing is ever changed or removed. " +
		"base_revision is the revision of memory_status: if the memory has changed since, nothing is written. " +
		"Additions of a paired client wait for the owner's consent; ids names them. Answers JSON: ids, revision.",
	InputSchema: json.RawMessage(`{"type":"object","properties":{` +
		`"base_revision":{"type":"string","minLength":1,"pattern":"\\S"},` +
		`"changes":{"type":"array","minItems":1,"maxItems":64,"items":{"type":"object","properties":{` +
		`"path":{"type":"string","minLength":1,"maxLength":1024,"pattern":"` + pathPattern + `",` +
		`"description":"Relative, with slashes, ending in .md. A note that is not there is begun."},` +
		`"heading":{"type":"string","minLength":1,"maxLength":300,"pattern":"\\S",` +
		`"description":"The section to add to, begun if it is not there; without it, the end of the note."},` +
		`"text":{"type":"string","minLength":1,"pattern":"\\S","description":"Markdown to add."}},` +
		`"required":["path","text"],"additionalProperties":false}},` +
		`"note":{"type":"string","maxLength":500,"description":"Why, for the owner."}},` +
		`"required":["base_revision","changes"],"additionalProperties":false}`),
}

// pathPattern is, in JSON, what a path must look like: no part is empty, begins
// with a dot or has a backslash or control character in it.
const pathPattern = `^[^./\\\\\\x00-\\x1f\\x7f][^/\\\\\\x00-\\x1f\\x7f]*(/[^./\\\\\\x00-\\x1f\\x7f][^/\\\\\\x00-\\x1f\\x7f]*)*\\.md$`

func (w *Workspace) updateTool(ctx context.Context, in runtimebridge.Invocation) (string, error) {
	update := Update{
		BaseRevision: in.Arguments.String("base_revision"),
		Note:         in.Arguments.String("note"),
		Grant:        in.Grant,
		Origin:       in.Origin,
		Commit:       in.Commit,
	}
	for _, c := range in.Arguments.Objects("changes") {
		update.Changes = append(update.Changes, Change{Path: c.String("path"), Heading: c.String("heading"), Text: c.String("text")})
	}
	updated, err := w.Update(ctx, update)
	if err != nil {
		return "", err
	}
	if updated.IDs == nil {
		updated.IDs = []string{}
	}
	return compact(struct {
		IDs      []string `json:"ids"`
		Revision string   `json:"revision"`
	}{updated.IDs, updated.Revision})
}
