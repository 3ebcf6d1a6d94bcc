package event_test

import (
	"fmt"

	"github.com/openprogram/openprogram-go/runtimebridge"
	"github.com/openprogram/openprogram-go/runtimebridge/event"
)

func Example() {
	bus := event.NewBus(event.Options{})
	unsubscribe := bus.Subscribe(func(e runtimebridge.Event) {
		fmt.Println(e.Type, e.SessionID, e.Payload["tool"])
	}, event.ToolStarted, event.ToolEnded)

	bus.Publish(runtimebridge.Event{Type: event.TurnStarted, SessionID: "s1"})
	bus.Publish(runtimebridge.Event{Type: event.ToolStarted, SessionID: "s1", Payload: map[string]any{"tool": "read"}})
	unsubscribe()
	bus.Publish(runtimebridge.Event{Type: event.ToolEnded, SessionID: "s1", Payload: map[string]any{"tool": "read"}})
	// Output:
	// tool.before s1 read
}
