package sqlitestore

import (
	"context"
	"database/sql"
	"time"
)

// What the tests look at from inside.
var (
	ReadQueries   = readQueries
	ListActive    = listActive
	ListAll       = listAll
	SelectSession = selectSession
	SelectIDs     = selectIDs
	Messages      = selectMessages
	Steps         = selectSteps
)

// ApplicationID is the mark in the header.
const ApplicationID = applicationID

// Pools gives the connections that write and those that read.
func (s *Store) Pools() (write, read *sql.DB) { return s.write.db, s.read.db }

// Enter takes the turn to write until leave is called.
func (s *Store) Enter(ctx context.Context) (leave func(), err error) { return s.write.enter(ctx) }

// SetPatience says how long the store waits for its turn to write.
func (s *Store) SetPatience(d time.Duration) { s.write.queue.patience = d }

// Waiting is how many changes wait to be committed.
func (s *Store) Waiting() int {
	s.write.batch.mu.Lock()
	defer s.write.batch.mu.Unlock()
	return len(s.write.batch.waiting)
}

// Change does something as a change among others.
func (s *Store) Change(ctx context.Context, do func() error) error {
	return s.write.share(ctx, func(*transaction) error { return do() })
}
