package sqlitestore_test

import (
	"database/sql"
	"strings"
	"testing"
)

// connection asks one database on a connection that nobody else has meanwhile.
type connection struct{ db *sql.DB }

func (c connection) query(t *testing.T, query string) (value string) {
	t.Helper()
	check(t, c.db.QueryRowContext(t.Context(), query).Scan(&value))
	return value
}

// plan gives the steps by which SQLite would run a query.
func plan(t *testing.T, db *sql.DB, query string) (steps []string) {
	t.Helper()
	rows, err := db.QueryContext(t.Context(), "EXPLAIN QUERY PLAN "+query, make([]any, strings.Count(query, "?"))...)
	check(t, err)
	defer rows.Close()
	for rows.Next() {
		var id, parent, unused int
		var detail string
		check(t, rows.Scan(&id, &parent, &unused, &detail))
		steps = append(steps, detail)
	}
	check(t, rows.Err())
	if len(steps) == 0 {
		t.Fatalf("no plan for %s", query)
	}
	return steps
}

// scans reports whether a step reads a whole table or sorts.
func scans(step string) bool {
	return strings.HasPrefix(step, "SCAN") || strings.Contains(step, "TEMP B-TREE")
}
