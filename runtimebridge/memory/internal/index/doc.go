// Package index is a full-text index of passages in one SQLite database (FTS5),
// ranked by BM25. It is a cache: what it cannot use, it builds anew.
//
// It holds no text, only where words are: a hit names a note, the digest of its
// content and the number of the passage in it. It does not look at the notes
// themselves; whoever fills it says what is in them.
package index
