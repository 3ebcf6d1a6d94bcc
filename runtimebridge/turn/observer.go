package turn

import (
	"sync"

	"github.com/openprogram/openprogram-go/runtimebridge"
)

// observer passes the events of a turn on, one at a time, until it is closed. A
// provider or tool that outlives its turn finds it closed.
type observer struct {
	mu     sync.Mutex
	tell   func(runtimebridge.TurnEvent)
	closed bool
}

func (o *observer) emit(e runtimebridge.TurnEvent) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if !o.closed && o.tell != nil {
		o.tell(e)
	}
}

// close waits for an event that is being told.
func (o *observer) close() {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.closed = true
}
