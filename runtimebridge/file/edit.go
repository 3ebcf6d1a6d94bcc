package file

import (
	"context"
	"fmt"
	"strings"

	"github.com/openprogram/openprogram-go/runtimebridge"
)

const editDescription = "Replaces a piece of text in a file that has been read in this session and is unchanged since. " +
	"old_string must occur exactly once, unless replace_all is set. Line ends are those of the file."

const editSchema = `{"type":"object","additionalProperties":false,"required":["file_path","old_string","new_string"],"properties":{
"file_path":{"type":"string","minLength":1,"pattern":"\\S","description":"The file, absolute or relative to the working directory."},
"old_string":{"type":"string","minLength":1,"description":"The text to replace, exactly as it is in the file."},
"new_string":{"type":"string","description":"The text to put there."},
"replace_all":{"type":"boolean","default":false,"description":"Whether every occurrence is replaced."}}}`

func (w *workspace) editTool() *fileTool {
	return &fileTool{spec: spec("edit", editDescription, editSchema, false), paths: pathIn("file_path"), run: w.edit}
}

func (w *workspace) edit(_ context.Context, in runtimebridge.Invocation) (string, error) {
	p, err := w.locate(in.Arguments.String("file_path"))
	if err != nil {
		return "", err
	}
	defer p.close()
	before, err := p.snapshot()
	if err != nil {
		return "", err
	}
	if err := w.seen.check(in, p.abs, before.fingerprint()); err != nil {
		return "", err
	}
	text, err := before.text()
	if err != nil {
		return "", err
	}
	after, n, err := substitute(text, in.Arguments.String("old_string"), in.Arguments.String("new_string"), in.Arguments.Bool("replace_all"))
	if err != nil {
		return "", err
	}
	if err := w.replace(in, p, before, after); err != nil {
		return "", err
	}
	return fmt.Sprintf("edited %s: %d replaced\n", p.shown, n), nil
}

// substitute replaces old by new and says how often.
func substitute(text, old, replacement string, all bool) (string, int, error) {
	if old == replacement {
		return "", 0, failf("old_string and new_string are the same")
	}
	old, replacement = withEnds(text, old), withEnds(text, replacement)
	n := strings.Count(text, old)
	switch {
	case n == 0:
		return "", 0, failf("old_string is not in the file")
	case n > 1 && !all:
		return "", 0, failf("old_string is in the file %d times: make it longer or set replace_all", n)
	}
	after := strings.ReplaceAll(text, old, replacement)
	if len(after) > maxFile {
		return "", 0, tooLarge()
	}
	return after, n, nil
}

// withEnds writes a piece of text with the line ends of the file it is for, if
// they are CRLF throughout: what a model has read of such a file shows plain
// lines.
func withEnds(file, piece string) string {
	ends := strings.Count(file, "\r\n")
	if ends == 0 || ends != strings.Count(file, "\n") {
		return piece
	}
	return strings.ReplaceAll(strings.ReplaceAll(piece, "\r\n", "\n"), "\n", "\r\n")
}
