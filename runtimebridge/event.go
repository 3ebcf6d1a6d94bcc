package runtimebridge

import "time"

// Event is something that happened in the runtime, told to whoever listens in
// this process. Payload values are names, ids, counts and reason codes.
type Event struct {
	ID        string
	Type      string
	Time      time.Time
	SessionID string
	Payload   map[string]any
}
