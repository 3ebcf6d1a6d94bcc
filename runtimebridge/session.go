package runtimebridge

import "time"

// SessionSummary is one row of a session list.
type SessionSummary struct {
	ID        string    // not empty
	Title     string    // may be empty
	UpdatedAt time.Time // when the last message was stored
}
