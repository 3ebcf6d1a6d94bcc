//go:build unix

package acceptance_test

import (
	"bytes"
	"encoding/json"
	"sync"
	"testing"
	"time"
)

// frame is one JSON-RPC message as it stood on the wire.
type frame struct {
	ID     json.RawMessage
	Method string
	Params json.RawMessage
	Result json.RawMessage
	Error  *struct {
		Code    int
		Message string
	}
}

// wire sees all frames in both directions.
type wire struct {
	mu       sync.Mutex
	sent     []frame
	received []frame
	changed  chan struct{} // closed and replaced with every frame
}

func newWire() *wire { return &wire{changed: make(chan struct{})} }

// Write is given one logged frame at a time.
func (w *wire) Write(line []byte) (int, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	direction, text, found := bytes.Cut(line, []byte(": "))
	var f frame
	if found && json.Unmarshal(text, &f) == nil {
		if string(direction) == "read" {
			w.received = append(w.received, f)
		} else {
			w.sent = append(w.sent, f)
		}
	}
	close(w.changed)
	w.changed = make(chan struct{})
	return len(line), nil
}

// progress gives the progress notifications so far and forgets them. All those
// of a request stand on the wire before its answer.
func (w *wire) progress() (params []json.RawMessage) {
	w.mu.Lock()
	defer w.mu.Unlock()
	for i, f := range w.received {
		if f.Method == "notifications/progress" {
			params = append(params, f.Params)
			w.received[i] = frame{}
		}
	}
	return params
}

// lastSent is the last request of a method that the client has sent.
func (w *wire) lastSent(method string) (last frame) {
	w.mu.Lock()
	defer w.mu.Unlock()
	for _, f := range w.sent {
		if f.Method == method && f.ID != nil {
			last = f
		}
	}
	return last
}

// answers are the responses to a request.
func (w *wire) answers(id json.RawMessage) (found []frame, changed <-chan struct{}) {
	w.mu.Lock()
	defer w.mu.Unlock()
	for _, f := range w.received {
		if f.Method == "" && bytes.Equal(f.ID, id) {
			found = append(found, f)
		}
	}
	return found, w.changed
}

// await waits for the answer to a request.
func (w *wire) await(t *testing.T, id json.RawMessage) frame {
	t.Helper()
	timeout := time.After(patience)
	for {
		found, changed := w.answers(id)
		if len(found) > 0 {
			return found[0]
		}
		select {
		case <-changed:
		case <-timeout:
			t.Fatalf("no answer to request %s", id)
		}
	}
}
