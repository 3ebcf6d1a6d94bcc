package event_test

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"go.uber.org/goleak"

	"github.com/openprogram/openprogram-go/runtimebridge"
	"github.com/openprogram/openprogram-go/runtimebridge/event"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

var noon = time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)

func newBus() *event.Bus { return event.NewBus(event.Options{Now: func() time.Time { return noon }}) }

func TestPublishFillsInIDAndTime(t *testing.T) {
	tests := []struct {
		name  string
		event runtimebridge.Event
		id    string // empty: any
		time  time.Time
	}{
		{"missing", runtimebridge.Event{Type: event.TurnStarted}, "", noon},
		{"given", runtimebridge.Event{ID: "e1", Type: event.TurnStarted, Time: noon.Add(time.Hour)}, "e1", noon.Add(time.Hour)},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			bus := newBus()
			var got runtimebridge.Event
			bus.Subscribe(func(e runtimebridge.Event) { got = e })
			bus.Publish(test.event)
			if got.ID == "" || (test.id != "" && got.ID != test.id) {
				t.Errorf("id %q, want %q", got.ID, test.id)
			}
			if !got.Time.Equal(test.time) {
				t.Errorf("time %v, want %v", got.Time, test.time)
			}
		})
	}
}

func TestPublishCallsHandlersInOrderAndByType(t *testing.T) {
	bus := newBus()
	var got []string
	listen := func(name string, types ...string) {
		bus.Subscribe(func(e runtimebridge.Event) { got = append(got, name+" "+e.Type) }, types...)
	}
	listen("all")
	listen("turns", event.TurnStarted, event.TurnEnded)
	listen("tools", event.ToolStarted)
	bus.Publish(runtimebridge.Event{Type: event.TurnEnded})
	bus.Publish(runtimebridge.Event{Type: event.ToolStarted})
	want := []string{"all turn.end", "turns turn.end", "all tool.before", "tools tool.before"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("deliveries (-want +got):\n%s", diff)
	}
}

func TestAHandlerCannotChangeTheEvent(t *testing.T) {
	bus := newBus()
	payload := map[string]any{"n": 1, "deep": map[string]any{"list": []any{"a"}, "names": []string{"x"}}}
	want := map[string]any{"n": 1, "deep": map[string]any{"list": []any{"a"}, "names": []string{"x"}}}
	bus.Subscribe(func(e runtimebridge.Event) {
		e.Payload["n"] = 2
		deep := e.Payload["deep"].(map[string]any)
		deep["list"].([]any)[0] = "b"
		deep["names"].([]string)[0] = "y"
	})
	var second map[string]any
	bus.Subscribe(func(e runtimebridge.Event) { second = e.Payload })
	bus.Publish(runtimebridge.Event{Type: "t", Payload: payload})
	if diff := cmp.Diff(want, second); diff != "" {
		t.Errorf("the next handler's payload (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff(want, payload); diff != "" {
		t.Errorf("the publisher's payload (-want +got):\n%s", diff)
	}
}

func TestAPanickingHandlerIsIsolated(t *testing.T) {
	bus := newBus()
	bus.Subscribe(func(runtimebridge.Event) { panic("broken") })
	reached := false
	bus.Subscribe(func(runtimebridge.Event) { reached = true })
	bus.Publish(runtimebridge.Event{Type: "t"})
	if !reached {
		t.Error("the second handler was not called")
	}
}

func TestUnsubscribeIsIdempotent(t *testing.T) {
	bus := newBus()
	var got []string
	stop := bus.Subscribe(func(runtimebridge.Event) { got = append(got, "first") })
	bus.Subscribe(func(runtimebridge.Event) { got = append(got, "second") })
	stop()
	stop()
	bus.Publish(runtimebridge.Event{Type: "t"})
	if diff := cmp.Diff([]string{"second"}, got); diff != "" {
		t.Errorf("deliveries (-want +got):\n%s", diff)
	}
}

func TestAHandlerThatLeavesTakesNobodyWithIt(t *testing.T) {
	bus := newBus()
	var got []string
	var stop func()
	stop = bus.Subscribe(func(runtimebridge.Event) { stop() })
	for _, name := range []string{"second", "third"} {
		bus.Subscribe(func(runtimebridge.Event) { got = append(got, name) })
	}
	bus.Publish(runtimebridge.Event{Type: "t"})
	if diff := cmp.Diff([]string{"second", "third"}, got); diff != "" {
		t.Errorf("deliveries (-want +got):\n%s", diff)
	}
}

func TestAHandlerMayUseTheBus(t *testing.T) {
	bus := newBus()
	var got []string
	var stop func()
	stop = bus.Subscribe(func(e runtimebridge.Event) {
		stop()
		bus.Subscribe(func(e runtimebridge.Event) { got = append(got, "late "+e.Type) })
		bus.Publish(runtimebridge.Event{Type: "inner"})
	})
	bus.Publish(runtimebridge.Event{Type: "outer"})
	if diff := cmp.Diff([]string{"late inner"}, got); diff != "" {
		t.Errorf("deliveries (-want +got):\n%s", diff)
	}
}
