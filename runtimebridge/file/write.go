package file

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io/fs"
	"unicode/utf8"

	"github.com/openprogram/openprogram-go/runtimebridge"
)

const writeDescription = "Writes a whole file and makes its directories. A file that exists must have been read in this session and be unchanged since."

const writeSchema = `{"type":"object","additionalProperties":false,"required":["file_path","content"],"properties":{
"file_path":{"type":"string","minLength":1,"pattern":"\\S","description":"The file, absolute or relative to the working directory."},
"content":{"type":"string","description":"The whole new contents."}}}`

func (w *workspace) writeTool() *fileTool {
	return &fileTool{spec: spec("write", writeDescription, writeSchema, false), paths: pathIn("file_path"), run: w.write}
}

func (w *workspace) write(_ context.Context, in runtimebridge.Invocation) (string, error) {
	content := in.Arguments.String("content")
	if len(content) > maxFile {
		return "", tooLarge()
	}
	p, err := w.locate(in.Arguments.String("file_path"))
	if err != nil {
		return "", err
	}
	defer p.close()
	before, err := p.snapshot()
	verb := "replaced"
	switch {
	case errors.Is(err, fs.ErrNotExist):
		before, verb = nil, "created"
	case err != nil:
		return "", err
	default:
		if err := w.seen.check(in, p.abs, before.fingerprint()); err != nil {
			return "", err
		}
	}
	if err := w.replace(in, p, before, content); err != nil {
		return "", err
	}
	return fmt.Sprintf("%s %s: %d characters\n", verb, p.shown, utf8.RuneCountInString(content)), nil
}

// replace gives one file new contents, which the writer then knows.
func (w *workspace) replace(in runtimebridge.Invocation, p *place, before *snapshot, content string) error {
	if err := apply(in, []*change{{at: p, before: before, after: []byte(content)}}); err != nil {
		return err
	}
	w.seen.remember(in, p.abs, fingerprint{size: len(content), sum: sha256.Sum256([]byte(content))})
	return nil
}
