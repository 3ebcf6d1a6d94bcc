package file

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/openprogram/openprogram-go/runtimebridge"
	"github.com/openprogram/openprogram-go/runtimebridge/tool"
)

const globFiles = 500 // files shown at most

const globDescription = "Finds files by name, newest first, at most 500. The pattern knows *, ?, [abc], {a,b}, and ** for any number of directories, as in src/**/*.go."

const globSchema = `{"type":"object","additionalProperties":false,"required":["pattern"],"properties":{
"pattern":{"type":"string","minLength":1,"maxLength":1000,"pattern":"\\S","description":"What the path of a file must look like, relative to path."},
"path":{"type":"string","minLength":1,"pattern":"\\S","description":"The directory to search; the working directory when left out."}}}`

func (w *workspace) globTool() *fileTool {
	return &fileTool{spec: spec("glob", globDescription, globSchema, true), paths: pathIn("path"), run: w.glob}
}

func (w *workspace) glob(ctx context.Context, in runtimebridge.Invocation) (string, error) {
	pattern, err := parseGlob(in.Arguments.String("pattern"))
	if err != nil {
		return "", err
	}
	p, err := w.locate(pathOf(in.Arguments, "path"))
	if err != nil {
		return "", err
	}
	defer p.close()
	if pattern.deep() && isTooWide(p.abs) {
		return "", failBecause(runtimebridge.ReasonInvalidPattern, "** over a whole home directory or disk is too much: name a directory")
	}
	var files []found
	cut, err := p.walk(ctx, w.walkLimit, func(f found) error {
		if pattern.match(f.matchName()) {
			files = append(files, f)
		}
		return nil
	})
	if err != nil {
		return "", err
	}
	in.Progress(runtimebridge.Progress{Message: fmt.Sprintf("%d files found", len(files))})
	return showFiles(files, cut), nil
}

func showFiles(files []found, cut bool) string {
	slices.SortStableFunc(files, func(a, b found) int { return b.info.ModTime().Compare(a.info.ModTime()) })
	var out strings.Builder
	for _, f := range files[:min(len(files), globFiles)] {
		out.WriteString(shownName(f.at.shown) + "\n")
	}
	if len(files) == 0 {
		out.WriteString("No files\n")
	}
	if len(files) > globFiles {
		fmt.Fprintf(&out, "[%d more]\n", len(files)-globFiles)
	}
	if cut {
		out.WriteString("[stopped: too many files to look at]\n")
	}
	return out.String()
}

// isTooWide reports the roots of everything.
func isTooWide(abs string) bool {
	if filepath.Dir(abs) == abs {
		return true
	}
	home, err := os.UserHomeDir()
	if err != nil {
		return false
	}
	resolved, err := tool.ResolvePath("", home)
	return err == nil && resolved == abs
}
