package file

import (
	"context"
	"fmt"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"

	"github.com/openprogram/openprogram-go/runtimebridge"
)

const listEntries = 1000 // entries shown at most

const listDescription = "Lists a directory: one name a line, sorted, directories with a slash, files with their size, links with an @."

const listSchema = `{"type":"object","additionalProperties":false,"properties":{
"path":{"type":"string","minLength":1,"pattern":"\\S","description":"The directory; the working directory when left out."},
"show_hidden":{"type":"boolean","default":false,"description":"Whether names that start with a dot are listed."}}}`

func (w *workspace) listTool() *fileTool {
	return &fileTool{spec: spec("list", listDescription, listSchema, true), paths: pathIn("path"), run: w.list}
}

func (w *workspace) list(_ context.Context, in runtimebridge.Invocation) (string, error) {
	p, err := w.locate(pathOf(in.Arguments, "path"))
	if err != nil {
		return "", err
	}
	defer p.close()
	entries, err := p.entries()
	if err != nil {
		return "", err
	}
	var names []string
	for _, entry := range entries {
		if !in.Arguments.Bool("show_hidden") && strings.HasPrefix(entry.Name(), ".") {
			continue
		}
		if info, err := entry.Info(); err == nil && !p.protection.CoversEntry(filepath.Join(p.abs, entry.Name()), info) {
			names = append(names, describe(info))
		}
	}
	slices.Sort(names)
	if len(names) == 0 {
		return "(empty)\n", nil
	}
	more := ""
	if len(names) > listEntries {
		more = fmt.Sprintf("[%d more]\n", len(names)-listEntries)
		names = names[:listEntries]
	}
	return strings.Join(names, "\n") + "\n" + more, nil
}

// entries reads the directory at the place.
func (p *place) entries() ([]fs.DirEntry, error) {
	info, err := p.lstat()
	if err != nil {
		return nil, err
	}
	if !info.IsDir() {
		return nil, failf("the path is not a directory")
	}
	f, err := p.root.Open(p.rel)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return f.ReadDir(-1)
}

func describe(info fs.FileInfo) string {
	name := shownName(info.Name())
	switch {
	case info.IsDir():
		return name + "/"
	case info.Mode()&fs.ModeSymlink != 0:
		return name + "@"
	case !info.Mode().IsRegular():
		return name + "  (special)"
	}
	return name + "  " + humanSize(info.Size())
}

// shownName keeps a name on its line.
func shownName(name string) string {
	return strings.Map(func(c rune) rune {
		if c < ' ' || c == 0x7f {
			return '\uFFFD'
		}
		return c
	}, strings.ToValidUTF8(name, "\uFFFD"))
}

func humanSize(n int64) string {
	if n < 1024 {
		return fmt.Sprintf("%dB", n)
	}
	size, unit := float64(n)/1024, 0
	for size >= 1024 && unit < 4 {
		size, unit = size/1024, unit+1
	}
	return fmt.Sprintf("%.1f%c", size, "KMGTP"[unit])
}
