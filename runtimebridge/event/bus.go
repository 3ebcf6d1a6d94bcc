package event

import (
	"crypto/rand"
	"encoding/hex"
	"log/slog"
	"slices"
	"sync"
	"time"

	"github.com/openprogram/openprogram-go/runtimebridge"
)

// Options configure a Bus.
type Options struct {
	Now    func() time.Time // nil means time.Now
	Logger *slog.Logger     // nil discards
}

// Bus passes events to handlers. It may be used from many goroutines and from
// inside a handler.
type Bus struct {
	now    func() time.Time
	logger *slog.Logger

	mu            sync.Mutex
	subscriptions []*subscription // never changed in place: Publish walks it unlocked
}

type subscription struct {
	handle func(runtimebridge.Event)
	types  []string // empty: all
}

// NewBus returns a Bus without handlers.
func NewBus(options Options) *Bus {
	if options.Now == nil {
		options.Now = time.Now
	}
	if options.Logger == nil {
		options.Logger = slog.New(slog.DiscardHandler)
	}
	return &Bus{now: options.Now, logger: options.Logger}
}

// Subscribe has handle called for every event of the types, or for every event
// when no type is given. The returned function ends that; it may be called
// again. A Publish that has begun may still reach the handler.
func (b *Bus) Subscribe(handle func(runtimebridge.Event), types ...string) (unsubscribe func()) {
	s := &subscription{handle: handle, types: slices.Clone(types)}
	b.mu.Lock()
	defer b.mu.Unlock()
	b.subscriptions = append(slices.Clone(b.subscriptions), s)
	return func() {
		b.mu.Lock()
		defer b.mu.Unlock()
		b.subscriptions = slices.DeleteFunc(slices.Clone(b.subscriptions), func(other *subscription) bool { return other == s })
	}
}

// Publish calls the handlers in the order of their subscription and returns
// when all have returned. An empty ID and a zero Time are filled in. Each
// handler gets a payload of its own, so none can change what the next one or
// the publisher sees; a handler that panics does not keep the event from the
// others.
func (b *Bus) Publish(e runtimebridge.Event) {
	if e.ID == "" {
		e.ID = newID()
	}
	if e.Time.IsZero() {
		e.Time = b.now()
	}
	b.mu.Lock()
	subscriptions := b.subscriptions
	b.mu.Unlock()
	for _, s := range subscriptions {
		if len(s.types) == 0 || slices.Contains(s.types, e.Type) {
			b.deliver(s, e)
		}
	}
}

func (b *Bus) deliver(s *subscription, e runtimebridge.Event) {
	defer func() {
		if recover() != nil {
			b.logger.Error("event handler panicked", "type", e.Type)
		}
	}()
	e.Payload = copyObject(e.Payload)
	s.handle(e)
}

func copyObject(object map[string]any) map[string]any {
	if object == nil {
		return nil
	}
	out := make(map[string]any, len(object))
	for key, value := range object {
		out[key] = copyValue(value)
	}
	return out
}

func copyValue(value any) any {
	switch v := value.(type) {
	case map[string]any:
		return copyObject(v)
	case []any:
		out := make([]any, len(v))
		for i := range v {
			out[i] = copyValue(v[i])
		}
		return out
	case []string:
		return slices.Clone(v)
	}
	return value
}

func newID() string {
	var b [8]byte
	rand.Read(b[:]) // never fails
	return hex.EncodeToString(b[:])
}
