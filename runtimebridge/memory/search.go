package memory

import (
	"context"
	"errors"

	"github.com/openprogram/openprogram-go/runtimebridge/memory/internal/index"
	"github.com/openprogram/openprogram-go/runtimebridge/memory/internal/words"
	"golang.org/x/text/unicode/norm"
)

const (
	// maxTerms is how many different words of a query are looked for.
	maxTerms = 24
	// maxQuery is how much of a query is looked at, in bytes. The beginning of a
	// long one says what it is about, and its words take memory.
	maxQuery = 16 << 10
	// maxHits is how many passages a search gives at most.
	maxHits = 100
)

// Search finds the passages that fit a query best, best first: topK of them at
// most, of notes and records whose path begins with prefix. A query is words;
// nothing in it is syntax. It finds nothing when no word of it is anywhere.
func (w *Workspace) Search(ctx context.Context, query string, topK int, prefix string) ([]Passage, error) {
	return w.search(ctx, newQuery(query, topK, prefix), nil)
}

func newQuery(query string, topK int, prefix string) index.Query {
	query = query[:min(len(query), maxQuery)]
	return index.Query{
		Terms:  words.Terms(query, maxTerms),
		Limit:  min(max(topK, 1), maxHits),
		Prefix: norm.NFC.String(cleanPrefix(prefix)),
	}
}

// search tries again when a note changes between its being found and its being
// read, and in the end leaves out what still does.
func (w *Workspace) search(ctx context.Context, q index.Query, report Progress) ([]Passage, error) {
	var found []Passage
	var failed error
	for range passes {
		var ix *index.Index
		if err := w.fresh(ctx, report, func() error { ix = w.index; return nil }); err != nil {
			return nil, err
		}
		hits, err := ix.Query(ctx, q)
		switch {
		case ctx.Err() != nil:
			return nil, ctx.Err()
		case errors.Is(err, index.ErrClosed), ix.Replaced():
			failed = index.ErrClosed // perhaps the new one was asked, half built
			continue
		case index.Damaged(err):
			failed = err
			if err := w.discardUsed(ctx, ix); err != nil {
				return nil, err
			}
			continue
		case err != nil:
			return nil, err
		}
		var all bool
		if found, all = w.passages(hits); all {
			return found, nil
		}
		failed = nil
	}
	return found, failed
}

// discardUsed throws a damaged index away, unless somebody has done so already.
func (w *Workspace) discardUsed(ctx context.Context, ix *index.Index) error {
	return w.alone(ctx, func() error {
		if w.index != ix {
			return nil
		}
		return w.discard(ctx)
	})
}

// passages reads what was found. It reports false when some of it is no longer
// as it was indexed.
func (w *Workspace) passages(hits []index.Hit) (found []Passage, all bool) {
	cut := map[index.Key][]Passage{}
	all = true
	for _, h := range hits {
		passages, ok := cut[h.Key]
		if !ok {
			passages = w.cut(h)
			cut[h.Key] = passages
		}
		if h.Number >= len(passages) {
			all = false
			continue
		}
		found = append(found, passages[h.Number])
	}
	return found, all
}

// cut cuts a file into its passages, if it is as it was indexed.
func (w *Workspace) cut(h index.Hit) []Passage {
	s := w.source(h.Source)
	file, err := s.folder.Read(h.Path)
	if err != nil || digest(h.Source, h.Path, file.Content) != h.Digest {
		return nil
	}
	passages, err := s.cut(h.Path, file.Content)
	if err != nil {
		return nil
	}
	return passages
}
