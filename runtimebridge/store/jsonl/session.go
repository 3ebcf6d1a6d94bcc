package jsonl

import "github.com/openprogram/openprogram-go/runtimebridge/store"

// Session is a session with all its messages, those off the active branch too.
type Session struct {
	store.Session                 // Interrupted is neither written nor read
	Head          string          // the last message of the active branch; empty without messages
	Messages      []store.Message // parents before children
}
