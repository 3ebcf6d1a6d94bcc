package file

import (
	"crypto/sha256"
	"sync"

	"github.com/openprogram/openprogram-go/runtimebridge"
)

// maxLedger bounds how many files are remembered over all sessions.
const maxLedger = 4096

// fingerprint tells the contents of a file.
type fingerprint struct {
	size int
	sum  [sha256.Size]byte
}

// reading is one file as one reader knows it.
type reading struct{ reader, path string }

// ledger remembers which contents each reader has seen. It forgets the oldest
// first; what it has forgotten has to be read again. It may be used from many
// goroutines.
type ledger struct {
	mu    sync.Mutex
	known map[reading]fingerprint
	order []reading
}

func (l *ledger) remember(in runtimebridge.Invocation, path string, f fingerprint) {
	key := reading{readerOf(in), path}
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.known == nil {
		l.known = map[reading]fingerprint{}
	}
	if _, known := l.known[key]; !known {
		l.order = append(l.order, key)
	}
	l.known[key] = f
	for len(l.order) > maxLedger {
		delete(l.known, l.order[0])
		l.order = l.order[1:]
	}
}

// check refuses to overwrite what the reader does not know.
func (l *ledger) check(in runtimebridge.Invocation, path string, now fingerprint) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	known, ok := l.known[reading{readerOf(in), path}]
	switch {
	case !ok:
		return failf("the file exists and has not been read: read it first")
	case known != now:
		return failf("the file has changed since it was read: read it again")
	}
	return nil
}

// readerOf is the session, or outside a session the speaker.
func readerOf(in runtimebridge.Invocation) string {
	if in.SessionID != "" {
		return "session " + in.SessionID
	}
	return "speaker " + in.Grant.SpeakerID
}
