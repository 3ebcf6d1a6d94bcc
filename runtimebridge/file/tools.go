package file

import (
	"context"
	"encoding/json"
	"slices"

	"github.com/openprogram/openprogram-go/runtimebridge"
)

// Options say where the tools may work.
type Options struct {
	// WorkingDirs are absolute. A relative path starts in the first. Without
	// any, every call is refused.
	WorkingDirs []string
	// Protected are paths that no tool may touch, inside the working
	// directories or reached from there.
	Protected []string
	// Unprotected are folders inside Protected that the tools may touch.
	Unprotected []string
}

// Tools returns the seven file tools. They share one memory of what has been
// read, which write and edit ask for before they overwrite.
func Tools(options Options) []runtimebridge.Tool {
	w := &workspace{
		dirs:        slices.Clone(options.WorkingDirs),
		protected:   slices.Clone(options.Protected),
		unprotected: slices.Clone(options.Unprotected),
		walkLimit:   200_000,
	}
	return []runtimebridge.Tool{
		w.readTool(), w.listTool(), w.globTool(), w.grepTool(),
		w.writeTool(), w.editTool(), w.patchTool(),
	}
}

// fileTool is one of the tools.
type fileTool struct {
	spec  runtimebridge.ToolSpec
	paths func(runtimebridge.Arguments) ([]string, error)
	run   func(context.Context, runtimebridge.Invocation) (string, error)
}

var _ runtimebridge.PathTool = (*fileTool)(nil)

// Spec describes the tool.
func (t *fileTool) Spec() runtimebridge.ToolSpec {
	spec := t.spec
	spec.InputSchema = slices.Clone(spec.InputSchema)
	return spec
}

// Paths lists the paths that the call would touch.
func (t *fileTool) Paths(args runtimebridge.Arguments) ([]string, error) { return t.paths(args) }

// Run does the work.
func (t *fileTool) Run(ctx context.Context, in runtimebridge.Invocation) (runtimebridge.Result, error) {
	text, err := t.run(ctx, in)
	if err != nil {
		return failedResult(ctx, err)
	}
	return runtimebridge.TextResult(text), nil
}

func spec(name, description, schema string, readOnly bool) runtimebridge.ToolSpec {
	return runtimebridge.ToolSpec{Name: name, Description: description, InputSchema: json.RawMessage(schema), ReadOnly: readOnly}
}

// pathIn gives a path argument as the one path of a call. Left out, it is the
// first working directory.
func pathIn(name string) func(runtimebridge.Arguments) ([]string, error) {
	return func(args runtimebridge.Arguments) ([]string, error) { return []string{pathOf(args, name)}, nil }
}

func pathOf(args runtimebridge.Arguments, name string) string {
	if !args.Has(name) {
		return "."
	}
	return args.String(name)
}
