package sqlitestore

import (
	"crypto/rand"
	"encoding/hex"
)

// newMessageID is 16 random hex digits.
func newMessageID() string {
	id := make([]byte, 8)
	_, _ = rand.Read(id) // never fails
	return hex.EncodeToString(id)
}
