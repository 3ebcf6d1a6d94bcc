//go:build unix && !aix

package mcpauth

import (
	"crypto/rand"
	"io"
	"os"
)

// vault reads and writes token files as one user. The fields are there for tests
// that interfere between two steps.
type vault struct {
	uid    int
	random io.Reader
	at     func(moment)
	source func(io.Reader) io.Reader // what a token file is read through
	flush  func(*os.File) error      // makes a file or a directory durable
}

// moment is a place between two steps.
type moment string

const (
	wayChecked   moment = "way checked"   // before the state directory is opened
	fileNamed    moment = "file named"    // before it is opened, replaced or removed
	fileOpened   moment = "file opened"   // before its first byte is read
	fileRead     moment = "file read"     // before it is checked again
	tempMade     moment = "temp made"     // before anything is written to it
	tempSynced   moment = "temp synced"   // before it gets the token's name
	tokenNamed   moment = "token named"   // before the temporary name is removed
	childMissing moment = "child missing" // before a missing directory is made
)

func newVault() vault {
	return vault{
		uid:    os.Geteuid(),
		random: rand.Reader,
		at:     func(moment) {},
		source: func(file io.Reader) io.Reader { return file },
		flush:  (*os.File).Sync,
	}
}
