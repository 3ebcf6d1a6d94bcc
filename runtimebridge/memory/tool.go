package memory

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/openprogram/openprogram-go/runtimebridge"
)

// Tools gives the seven memory tools.
func Tools(w *Workspace) []runtimebridge.Tool {
	return []runtimebridge.Tool{
		tool{statusSpec, w.statusTool},
		tool{browseSpec, w.browseTool},
		tool{getSpec, w.getTool},
		tool{grepSpec, w.grepTool},
		tool{searchSpec, w.searchTool},
		tool{updateSpec, w.updateTool},
		tool{promoteSpec, w.promoteTool},
	}
}

// tool is one memory tool. A run's error is turned into a failed result where the
// caller can be told why.
type tool struct {
	spec runtimebridge.ToolSpec
	run  func(context.Context, runtimebridge.Invocation) (string, error)
}

var _ runtimebridge.Tool = tool{}

// Spec implements runtimebridge.Tool.
func (t tool) Spec() runtimebridge.ToolSpec { return t.spec }

// Run implements runtimebridge.Tool.
func (t tool) Run(ctx context.Context, in runtimebridge.Invocation) (runtimebridge.Result, error) {
	text, err := t.run(ctx, in)
	if err != nil {
		return failure(err)
	}
	return runtimebridge.TextResult(text), nil
}

// failure gives the failures that the caller should read.
func failure(err error) (runtimebridge.Result, error) {
	for _, known := range []struct {
		err    error
		reason runtimebridge.ReasonCode
		text   string
	}{
		{ErrNotFound, runtimebridge.ReasonNotFound, "There is nothing of that name, or no such line. memory_browse lists the notes."},
		{ErrTooLarge, runtimebridge.ReasonTooLarge, "That is more than the memory takes at once."},
		{ErrPattern, runtimebridge.ReasonInvalidPattern, "The query is blank or spans lines. Look for text within one line."},
		{ErrConflict, runtimebridge.ReasonConflict, "The memory has changed. Read its revision with memory_status and try again."},
		{ErrPath, "", "A note's path is relative, ends in .md, has no hidden or upward part, and leads over no link."},
		{ErrInvalid, "", "Each change needs a path and a text; a heading is one line."},
	} {
		if errors.Is(err, known.err) {
			return runtimebridge.FailedResult(known.reason, known.text), nil
		}
	}
	return runtimebridge.Result{}, err
}

// indexing reports how far the indexing of changed notes is.
func indexing(in runtimebridge.Invocation) Progress { return reporting(in, "indexed %d of %d notes") }

func reporting(in runtimebridge.Invocation, format string) Progress {
	return func(done, total int) {
		in.Progress(runtimebridge.Progress{Message: fmt.Sprintf(format, done, total)})
	}
}

// compact is the JSON of a value without white space or HTML escapes.
func compact(value any) (string, error) {
	var out bytes.Buffer
	encoder := json.NewEncoder(&out)
	encoder.SetEscapeHTML(false)
	err := encoder.Encode(value)
	return string(bytes.TrimSuffix(out.Bytes(), []byte("\n"))), err
}
