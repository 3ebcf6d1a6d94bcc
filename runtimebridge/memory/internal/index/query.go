package index

import (
	"context"
	"database/sql"
	"slices"
	"strings"
)

// Query asks for passages.
type Query struct {
	Terms  []string // as package words gives them
	Limit  int      // at most this many hits
	Prefix string   // of Document.Shown, in normal form C; empty means all
}

// Query finds the passages that fit best, best first.
func (ix *Index) Query(ctx context.Context, q Query) ([]Hit, error) {
	var hits []Hit
	err := ix.read(ctx, func(tx *sql.Tx) error {
		s := search{ctx: ctx, tx: tx, query: q}
		plans, err := s.plan()
		if err != nil {
			return err
		}
		for _, p := range plans {
			more, err := s.run(p)
			if err != nil {
				return err
			}
			if hits = merge(hits, more, q.Limit); len(hits) == q.Limit {
				break
			}
		}
		return nil
	})
	return hits, err
}

// search is one query on its way.
type search struct {
	ctx   context.Context
	tx    *sql.Tx
	query Query
}

// run finds and ranks the passages of a plan.
func (s *search) run(p plan) ([]Hit, error) {
	from := int64(0)
	if p.recent && s.query.Prefix == "" {
		var err error
		if from, err = s.recent(p.match); err != nil {
			return nil, err
		}
	}
	// The cross join keeps the order: passages by rank, and for each its note.
	rows, err := s.tx.QueryContext(s.ctx, `
		SELECT note.source, note.path, note.digest, passage.rowid & ?
		FROM passage CROSS JOIN note ON note.id = passage.rowid >> ?
		WHERE passage MATCH ? AND passage.rowid >= ? AND substr(note.shown, 1, length(?)) = ?
		ORDER BY rank LIMIT ?`,
		MaxPassages-1, numberBits, p.match, from, s.query.Prefix, s.query.Prefix, s.query.Limit)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var hits []Hit
	for rows.Next() {
		var h Hit
		if err := rows.Scan(&h.Source, &h.Path, &h.Digest, &h.Number); err != nil {
			return nil, err
		}
		hits = append(hits, h)
	}
	return hits, rows.Err()
}

// merge adds the hits that are not there yet.
func merge(hits, more []Hit, limit int) []Hit {
	for _, h := range more {
		if len(hits) < limit && !slices.Contains(hits, h) {
			hits = append(hits, h)
		}
	}
	return hits
}

// recent is the rowid from which on a match has no more than scored passages.
func (s *search) recent(match string) (int64, error) {
	var from int64
	err := s.tx.QueryRowContext(s.ctx, `SELECT ifnull((
			SELECT rowid FROM passage WHERE passage MATCH ? ORDER BY rowid DESC LIMIT 1 OFFSET ?
		), 0)`, match, scored-1).Scan(&from)
	return from, err
}

// count counts the passages with a term, up to a limit.
func (s *search) count(term string, limit int) (int, error) {
	var n int
	err := s.tx.QueryRowContext(s.ctx,
		`SELECT count(*) FROM (SELECT 1 FROM passage WHERE passage MATCH ? LIMIT ?)`, quote(term), limit).Scan(&n)
	return n, err
}

// quote makes a string of a term, in which nothing is syntax.
func quote(term string) string { return `"` + quotable.Replace(term) + `"` }

var quotable = strings.NewReplacer(`"`, `""`, "\x00", " ")

func join(terms []term, operator string) string {
	quoted := make([]string, len(terms))
	for i, t := range terms {
		quoted[i] = quote(t.text)
	}
	return strings.Join(quoted, operator)
}
