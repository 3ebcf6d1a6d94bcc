package engine

import (
	"log/slog"
	"sync"

	"github.com/openprogram/openprogram-go/runtimebridge/store"
)

// condition tells the log why the sessions cannot be used: once for each reason,
// and again after they could be used meanwhile. A client hears nothing of it, and
// whoever runs the server would not know where to look.
type condition struct {
	log *slog.Logger

	mu    sync.Mutex
	cause string
}

// note takes in how a use of the sessions ended, and gives the error back.
func (c *condition) note(err error) error {
	cause := store.Cause(err)
	if err != nil && cause == "" {
		return err // it says nothing about the store
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if cause != "" && cause != c.cause {
		c.log.Warn("the sessions cannot be used", "reason", cause)
	}
	c.cause = cause
	return err
}

// noteTurn is note for the error of a turn, which may be about anything.
func (c *condition) noteTurn(err error) error {
	if store.Cause(err) == store.CauseUnknown {
		return err
	}
	return c.note(err)
}
