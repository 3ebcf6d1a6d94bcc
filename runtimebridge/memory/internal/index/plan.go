package index

import (
	"cmp"
	"slices"
)

// BM25 is computed for each passage that matches, some microseconds each, so a
// query ranks a bounded number of them. Up to that number, which is every query
// of a small folder, the ranking is exact.
const (
	// scored is how many passages a query ranks.
	scored = 8192
	// counted is how far a common word is counted: one found more often says
	// next to nothing.
	counted = 4 * scored
	// boosting is how many common words count beside rarer ones.
	boosting = 3
)

// plan is one way to answer a query.
type plan struct {
	match  string // an FTS5 expression
	recent bool   // rank the most recently indexed matches only
}

// term is a word of a query with the number of passages it is in, scored+1 at
// most.
type term struct {
	text  string
	count int
}

// plan gives the ways to answer a query, to be tried until there are enough
// hits. Words that are nowhere are left out.
func (s *search) plan() ([]plan, error) {
	var terms []term
	for _, text := range s.query.Terms {
		n, err := s.count(text, scored+1)
		if err != nil {
			return nil, err
		}
		if n > 0 {
			terms = append(terms, term{text, n})
		}
	}
	slices.SortStableFunc(terms, byCount)
	rare, common := divide(terms)
	if len(common) == 0 {
		return anyOf(rare), nil
	}
	telling, err := s.telling(common)
	switch {
	case err != nil:
		return nil, err
	case len(rare) == 0:
		return commonPlans(common, telling), nil
	case len(telling) == 0:
		return anyOf(rare), nil
	}
	return []plan{{match: boosted(rare, telling)}}, nil
}

func byCount(a, b term) int { return cmp.Compare(a.count, b.count) }

func anyOf(terms []term) []plan {
	if len(terms) == 0 {
		return nil
	}
	return []plan{{match: join(terms, " OR ")}}
}

// divide takes the rarest terms as long as all their passages can be ranked.
func divide(terms []term) (rare, common []term) {
	sum := 0
	for i, t := range terms {
		if sum += t.count; sum > scored {
			return terms[:i], terms[i:]
		}
	}
	return terms, nil
}

// telling gives the common terms that still say something, rarest first.
func (s *search) telling(common []term) ([]term, error) {
	var kept []term
	for _, t := range common {
		n, err := s.count(t.text, counted+1)
		if err != nil {
			return nil, err
		}
		if n <= counted {
			kept = append(kept, term{t.text, n})
		}
	}
	slices.SortStableFunc(kept, byCount)
	return kept[:min(len(kept), boosting)], nil
}

// boosted finds the passages with a rare term; common ones count for their rank.
func boosted(rare, common []term) string {
	some := join(rare, " OR ")
	return "(" + some + ") AND (" + some + " OR " + join(common, " OR ") + ")"
}

// commonPlans prefer the passages with all of the terms to those with any. Where
// none says anything it takes the longest, which is likely to be the rarest.
func commonPlans(common, telling []term) []plan {
	if len(telling) == 0 {
		longest := func(a, b term) int { return cmp.Compare(len(a.text), len(b.text)) }
		telling = []term{slices.MaxFunc(common, longest)}
	}
	either := plan{match: join(telling, " OR "), recent: true}
	if len(telling) == 1 {
		return []plan{either}
	}
	return []plan{{match: join(telling, " AND "), recent: true}, either}
}
