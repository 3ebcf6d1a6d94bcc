package memory

import (
	"context"
	"strings"

	"github.com/openprogram/openprogram-go/runtimebridge/memory/internal/index"
	"github.com/openprogram/openprogram-go/runtimebridge/memory/internal/markdown"
)

// maxLines is how many lines of a note are given at once.
const maxLines = 400

// Selection says which lines of a note are wanted.
type Selection struct {
	Path    string
	Heading string // of a section; empty means the whole note
	Start   int    // the first line wanted, counted in the note from 1; 0 means from the start
	Lines   int    // at most this many; 0, or more than 400, means 400
}

// Excerpt is a part of a note.
type Excerpt struct {
	Text        string
	First, Last int // the numbers of its lines in the note, from 1; Last < First for an empty note
	End         int // the number of the last line that could be asked for
}

// Get reads lines of a note.
func (w *Workspace) Get(ctx context.Context, s Selection) (Excerpt, error) {
	path, err := w.locate(ctx, s.Path)
	if err != nil {
		return Excerpt{}, err
	}
	file, err := w.notes.folder.Read(path)
	if err != nil {
		return Excerpt{}, outcome(err)
	}
	return s.cut(markdown.Text(file.Content))
}

// locate gives the path of a note as the file system has it. Only what the
// folder lists is a note.
func (w *Workspace) locate(ctx context.Context, path string) (string, error) {
	err := w.fresh(ctx, nil, func() error {
		note, ok := w.notes.find(cleanPrefix(path))
		switch {
		case !ok || note.Status == index.Unreadable:
			return ErrNotFound
		case note.Status == index.TooLarge:
			return ErrTooLarge
		}
		path = note.Path
		return nil
	})
	return path, err
}

func (s Selection) cut(text string) (Excerpt, error) {
	lines := splitLines(text)
	first, end := 1, len(lines)
	if s.Heading != "" {
		section, ok := markdown.FindSection([]byte(text), s.Heading)
		if !ok {
			return Excerpt{}, ErrNotFound
		}
		first = section.Heading.Line
		end = len(splitLines(text[:section.End]))
	}
	if s.Start > end && s.Start > 1 {
		return Excerpt{}, ErrNotFound
	}
	first = max(first, s.Start)
	last := min(end, first+s.lines()-1)
	return Excerpt{Text: strings.Join(lines[first-1:last], "\n"), First: first, Last: last, End: end}, nil
}

func (s Selection) lines() int {
	if s.Lines <= 0 {
		return maxLines
	}
	return min(s.Lines, maxLines)
}

// splitLines gives the lines of a text; a line end at the end begins no line.
func splitLines(text string) []string {
	if text == "" {
		return nil
	}
	return strings.Split(strings.TrimSuffix(text, "\n"), "\n")
}
