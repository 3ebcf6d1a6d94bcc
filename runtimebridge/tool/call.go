package tool

import (
	"bytes"
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"sync"

	"github.com/openprogram/openprogram-go/runtimebridge"
)

// call is one request on its way through the gate.
type call struct {
	request   Request
	entry     *entry
	id        string
	arguments map[string]any // the gate's copy
	canonical []byte         // of the arguments: compact JSON, keys sorted

	// Two locks, because a tool may report progress from inside a write.
	progress sealed
	writes   sealed
}

func newCall(req Request, e *entry) *call {
	arguments, _ := detach(req.Arguments).(map[string]any)
	if arguments == nil {
		arguments = map[string]any{}
	}
	c := &call{request: req, entry: e, id: req.CallID, arguments: arguments, canonical: canonicalJSON(arguments)}
	if c.id == "" {
		c.id = newCallID()
	}
	return c
}

func (c *call) checkArguments() error {
	schema, err := c.entry.schema()
	if err != nil {
		return runtimebridge.ErrToolNotFound
	}
	return schema.check(c.arguments)
}

// hash identifies the arguments without showing them.
func (c *call) hash() string {
	sum := sha256.Sum256(c.canonical)
	return hex.EncodeToString(sum[:])
}

// invocation is the call as the tool sees it. A write is refused once ctx has
// ended, not only when the request was cancelled: what ran out of time has
// failed, and nothing of it may follow.
func (c *call) invocation(ctx context.Context) runtimebridge.Invocation {
	req := c.request
	return runtimebridge.Invocation{
		CallID:    c.id,
		Arguments: c.arguments,
		Grant:     req.Grant,
		Source:    req.Source,
		SessionID: req.SessionID,
		Origin:    origin(req),
		Progress: func(p runtimebridge.Progress) {
			_ = c.progress.do(func() error {
				if req.Progress != nil {
					req.Progress(p)
				}
				return nil
			})
		},
		Commit: func(write func() error) error {
			return c.writes.do(func() error {
				if err := ended(ctx, req.Outcome); err != nil {
					return err
				}
				if req.Scope == ScopeTurn {
					return req.Outcome.Commit(write) // the turn goes on
				}
				return req.Outcome.Conclude(write)
			})
		},
	}
}

// seal ends what the tool can still do through its Invocation: reports are
// dropped and writes refused with the error. It waits for those that have begun.
func (c *call) seal(err error) {
	c.progress.close(err)
	c.writes.close(err)
}

// sealed runs functions one at a time until it is closed.
type sealed struct {
	mu     sync.Mutex
	closed error
}

func (s *sealed) do(f func() error) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed != nil {
		return s.closed
	}
	return f()
}

func (s *sealed) close(err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.closed = err
}

// origin says who asked and by which request.
func origin(req Request) string {
	if req.RequestID == "" {
		return req.Grant.SpeakerID
	}
	return req.Grant.SpeakerID + "/" + req.RequestID
}

// canonicalJSON never fails on decoded JSON; for anything else the hash is that
// of nothing.
func canonicalJSON(arguments map[string]any) []byte {
	var out bytes.Buffer
	encoder := json.NewEncoder(&out)
	encoder.SetEscapeHTML(false)
	if encoder.Encode(arguments) != nil {
		return nil
	}
	return bytes.TrimSuffix(out.Bytes(), []byte("\n"))
}

func newCallID() string {
	var b [8]byte
	rand.Read(b[:]) // never fails
	return "call_" + hex.EncodeToString(b[:])
}
