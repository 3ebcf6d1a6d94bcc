package memory

import (
	"context"
	"runtime"
	"slices"
	"strings"

	"github.com/openprogram/openprogram-go/runtimebridge/memory/internal/markdown"
	"golang.org/x/sync/errgroup"
	"golang.org/x/text/unicode/norm"
)

// grepBatch is how many notes are read before their matches are collected.
const grepBatch = 512

// Pattern is a literal text to look for in the lines of notes.
type Pattern struct {
	Text          string
	Prefix        string // of the paths to look in
	CaseSensitive bool
	Limit         int // how many matches are wanted, at least 1
}

// Match is a line that contains the text.
type Match struct {
	Path string
	Line int // from 1
	Text string
}

// Grep finds the lines of notes that contain a text, sorted by path and line.
// There may be more than the limit: then more is set.
func (w *Workspace) Grep(ctx context.Context, p Pattern) (matches []Match, more bool, err error) {
	return w.grep(ctx, p, nil, nil)
}

func (w *Workspace) grep(ctx context.Context, p Pattern, indexed, read Progress) (matches []Match, more bool, err error) {
	if len(p.Text) > MaxNote {
		return nil, false, nil // no note is so long
	}
	look, err := newMatcher(p)
	if err != nil {
		return nil, false, err
	}
	paths, err := w.browse(ctx, p.Prefix, indexed)
	if err != nil {
		return nil, false, err
	}
	done := progress{report: read, total: len(paths)}
	for batch := range slices.Chunk(paths, grepBatch) {
		found, err := w.grepAll(ctx, batch, look)
		if err != nil {
			return nil, false, err
		}
		matches = append(matches, found...)
		done.add(len(batch))
		if len(matches) > look.limit {
			return matches[:look.limit], true, nil
		}
	}
	return matches, false, nil
}

// grepAll looks in some notes at once and keeps their order.
func (w *Workspace) grepAll(ctx context.Context, paths []string, look matcher) ([]Match, error) {
	found := make([][]Match, len(paths))
	group, ctx := errgroup.WithContext(ctx)
	group.SetLimit(runtime.GOMAXPROCS(0))
	for i, path := range paths {
		group.Go(func() error {
			file, err := w.notes.folder.Read(path)
			if err == nil { // else it has just gone
				found[i] = look.lines(path, markdown.Text(file.Content))
			}
			return ctx.Err()
		})
	}
	err := group.Wait()
	return slices.Concat(found...), err
}

// matcher looks for a text in normal form C.
type matcher struct {
	text  string
	fold  bool
	limit int
}

func newMatcher(p Pattern) (matcher, error) {
	if isBlank(p.Text) || strings.ContainsAny(p.Text, "\r\n") {
		return matcher{}, ErrPattern
	}
	m := matcher{fold: !p.CaseSensitive, limit: max(p.Limit, 1)}
	m.text = m.plain(p.Text)
	return m, nil
}

func (m matcher) plain(text string) string {
	text = norm.NFC.String(text)
	if m.fold {
		text = strings.ToLower(text)
	}
	return text
}

// lines gives the lines that match, one more than the limit at most.
func (m matcher) lines(path, text string) []Match {
	if !strings.Contains(m.plain(text), m.text) {
		return nil
	}
	var found []Match
	for i, line := range splitLines(text) {
		if strings.Contains(m.plain(line), m.text) {
			found = append(found, Match{Path: path, Line: i + 1, Text: line})
		}
		if len(found) > m.limit {
			break
		}
	}
	return found
}
