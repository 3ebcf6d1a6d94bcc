package memory

import (
	"context"
	"encoding/json"

	"github.com/openprogram/openprogram-go/runtimebridge"
)

var statusSpec = runtimebridge.ToolSpec{
	Name: "memory_status",
	Description: "Tells how many notes the memory holds and its revision, which memory_update needs as base_revision. " +
		"Answers JSON: bytes, files, indexed_at (Unix seconds), pending (additions waiting for the owner), revision.",
	InputSchema: json.RawMessage(`{"type":"object","properties":{},"additionalProperties":false}`),
	ReadOnly:    true,
}

func (w *Workspace) statusTool(ctx context.Context, in runtimebridge.Invocation) (string, error) {
	status, err := w.status(ctx, indexing(in))
	if err != nil {
		return "", err
	}
	return compact(struct {
		Bytes     int64  `json:"bytes"`
		Files     int    `json:"files"`
		IndexedAt int64  `json:"indexed_at"`
		Pending   int    `json:"pending"`
		Revision  string `json:"revision"`
	}{status.Bytes, status.Files, status.IndexedAt.Unix(), status.Pending, status.Revision})
}
