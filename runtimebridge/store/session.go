package store

import (
	"strings"
	"time"
	"unicode"
	"unicode/utf8"
)

// Query selects rows of a session list.
type Query struct {
	Limit    int  // at most this many; 0 means all
	Archived bool // archived sessions too
}

// Session is a session's row.
type Session struct {
	ID          string
	Title       string
	AgentID     string
	Source      string
	CreatedAt   time.Time // microseconds
	UpdatedAt   time.Time // microseconds; only a stored message changes it
	Archived    bool
	Interrupted bool // a turn began and was neither finished nor repaired: it runs, or its process has died
}

// maxSessionID is the length of the longest session id, in bytes.
const maxSessionID = 255

// ValidSessionID reports whether a session may have this id: up to 255 bytes of
// visible characters without slashes, and neither "." nor "..".
func ValidSessionID(id string) bool {
	if id == "" || id == "." || id == ".." || len(id) > maxSessionID || !utf8.ValidString(id) {
		return false
	}
	return !strings.ContainsFunc(id, func(r rune) bool {
		return r == '/' || r == '\\' || unicode.IsSpace(r) || !unicode.IsGraphic(r)
	})
}
