package remote

import (
	"context"
	"errors"
	"log/slog"
	"testing"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// A server that does not start is tried again after growing pauses, and given up
// after the last one.
func TestBackOff(t *testing.T) {
	var now time.Time
	dials, told := 0, 0
	p := &peer{
		dial: func(context.Context) (*mcp.ClientSession, error) { dials++; return nil, errors.New("no") },
		now:  func() time.Time { return now }, lock: make(chan struct{}, 1), logger: slog.New(slog.DiscardHandler),
		failed: func(string, Fault) { told++ },
	}
	try := func() int {
		if _, err := p.open(t.Context()); !errors.As(err, new(Fault)) {
			t.Fatalf("error %v", err)
		}
		return dials
	}
	for i, pause := range []time.Duration{1, 2, 4, 8, 16, 30} {
		if got := try(); got != i+1 {
			t.Fatalf("%d dials before pause %d", got, i)
		}
		now = now.Add(pause*time.Second - 1)
		if got := try(); got != i+1 {
			t.Fatalf("dialled again inside pause %d", i)
		}
		now = now.Add(1)
	}
	now = now.Add(time.Hour)
	if got := try(); got != maxStarts {
		t.Errorf("%d dials, want to give up after %d", got, maxStarts)
	}
	if told != maxStarts {
		t.Errorf("told of %d failures, want %d", told, maxStarts)
	}
}

// Whoever waits for another caller's start can leave.
func TestWaitingIsCancellable(t *testing.T) {
	p := &peer{lock: make(chan struct{}, 1), now: time.Now}
	p.lock <- struct{}{}
	cause := errors.New("stop")
	ctx, cancel := context.WithCancelCause(t.Context())
	cancel(cause)
	if _, err := p.open(ctx); !errors.Is(err, cause) {
		t.Errorf("error %v", err)
	}
}
