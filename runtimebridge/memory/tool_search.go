package memory

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/openprogram/openprogram-go/runtimebridge"
)

const (
	defaultTopK   = 8
	maxSearchText = 30_000 // characters
)

var searchSpec = runtimebridge.ToolSpec{
	Name: "memory_search",
	Description: "Finds the passages of the notes that fit some words best, best first. Each begins with a line " +
		"--- path#heading:line. Passages marked pending were added by the named client and are not confirmed by the owner.",
	InputSchema: json.RawMessage(`{"type":"object","properties":{` +
		`"query":{"type":"string","minLength":1,"pattern":"\\S","description":"Words to look for, in any order."},` +
		`"top_k":{"type":"integer","minimum":1,"maximum":20,"default":8,"description":"How many passages at most."},` +
		`"path_prefix":{"type":"string","description":"Look only in notes whose path begins so."}},` +
		`"required":["query"],"additionalProperties":false}`),
	ReadOnly: true,
}

func (w *Workspace) searchTool(ctx context.Context, in runtimebridge.Invocation) (string, error) {
	passages, err := w.search(ctx, newQuery(in.Arguments.String("query"),
		in.Arguments.Int("top_k", defaultTopK), in.Arguments.String("path_prefix")), indexing(in))
	if err != nil {
		return "", err
	}
	in.Progress(runtimebridge.Progress{Message: fmt.Sprintf("found %d passages", len(passages))})
	if len(passages) == 0 {
		return "No passage has any of these words.", nil
	}
	blocks, size := make([]string, 0, len(passages)), 0
	for _, p := range passages {
		block := p.block()
		if size += utf8.RuneCountInString(block) + 2; size > maxSearchText {
			break
		}
		blocks = append(blocks, block)
	}
	return strings.Join(blocks, "\n\n"), nil
}

// block shows a passage below a line that says where it is from. Nothing in its
// text can pass for such a line.
func (p Passage) block() string {
	head := "--- "
	if p.Record != nil {
		head += "[pending from " + p.Record.Speaker() + "] "
	}
	head += p.Path
	if p.Heading != "" {
		head += "#" + oneLine(p.Heading)
	}
	if p.Line > 0 {
		head += fmt.Sprintf(":%d", p.Line)
	}
	if p.Record != nil {
		head += " (source_id " + p.Record.ID + ")"
	}
	return head + "\n" + unmarked(p.Text)
}

// unmarked moves lines that look like the head of a passage to the right.
func unmarked(text string) string {
	const mark = "--- "
	if strings.HasPrefix(text, mark) {
		text = " " + text
	}
	return strings.ReplaceAll(text, "\n"+mark, "\n "+mark)
}
