package sqlitestore

import "database/sql"

// What the tests look at from inside.
var (
	ReadQueries   = readQueries
	ListActive    = listActive
	ListAll       = listAll
	SelectSession = selectSession
	Messages      = selectMessages
	Steps         = selectSteps
)

// ApplicationID is the mark in the header.
const ApplicationID = applicationID

// Pools gives the connections that write and those that read.
func (s *Store) Pools() (write, read *sql.DB) { return s.write.db, s.read.db }
