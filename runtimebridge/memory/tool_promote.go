package memory

import (
	"context"
	"encoding/json"
	"errors"

	"github.com/openprogram/openprogram-go/authority"
	"github.com/openprogram/openprogram-go/runtimebridge"
)

var errNotOwner = errors.New("memory: only the owner takes records over")

var promoteSpec = runtimebridge.ToolSpec{
	Name: "memory_promote",
	Description: "Takes over one pending addition of a client: its text goes into the note and is no longer pending. " +
		"For the owner only. Answers JSON: path, source_id.",
	InputSchema: json.RawMessage(`{"type":"object","properties":{` +
		`"source_id":{"type":"string","minLength":1,"pattern":"\\S","description":"As memory_search and memory_update give it."}},` +
		`"required":["source_id"],"additionalProperties":false}`),
}

// promoteTool asks for the tier although the gate has done so: a note is never
// written for anybody else.
func (w *Workspace) promoteTool(ctx context.Context, in runtimebridge.Invocation) (string, error) {
	if in.Grant.Tier != authority.TierOwner {
		return "", errNotOwner
	}
	record, err := w.promote(ctx, in.Arguments.String("source_id"), in.Commit)
	if err != nil {
		return "", err
	}
	return compact(struct {
		Path     string `json:"path"`
		SourceID string `json:"source_id"`
	}{record.Path, record.ID})
}
