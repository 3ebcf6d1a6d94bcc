package loopback

import (
	"strings"
	"sync"
)

// lastLine keeps the end of what a process has said.
type lastLine struct {
	mu   sync.Mutex
	text string
}

// longestLine bounds what is kept, in bytes.
const longestLine = 4096

// Write keeps the last line that is not blank.
func (l *lastLine) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.text += string(p)
	kept := strings.TrimRight(l.text, "\r\n")
	if i := strings.LastIndexByte(kept, '\n'); i >= 0 {
		l.text = l.text[i+1:]
	}
	if len(l.text) > longestLine {
		l.text = l.text[len(l.text)-longestLine:]
	}
	return len(p), nil
}

// String is the last line without the word Error in front.
func (l *lastLine) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return strings.TrimPrefix(strings.TrimSpace(l.text), "Error: ")
}
