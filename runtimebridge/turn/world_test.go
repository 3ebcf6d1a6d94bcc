package turn_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"sync"
	"testing"

	"go.uber.org/goleak"

	"github.com/openprogram/openprogram-go/authority"
	"github.com/openprogram/openprogram-go/runtimebridge"
	"github.com/openprogram/openprogram-go/runtimebridge/event"
	"github.com/openprogram/openprogram-go/runtimebridge/provider"
	"github.com/openprogram/openprogram-go/runtimebridge/provider/providertest"
	"github.com/openprogram/openprogram-go/runtimebridge/question"
	"github.com/openprogram/openprogram-go/runtimebridge/run"
	"github.com/openprogram/openprogram-go/runtimebridge/store"
	"github.com/openprogram/openprogram-go/runtimebridge/tool"
	"github.com/openprogram/openprogram-go/runtimebridge/turn"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

var (
	principal = authority.Principal{ID: "owner/install/0123456789abcdef"}
	owner     = authority.OwnerGrant(principal, authority.Interactive)
	paired    = mustGrant(authority.ClientGrant(principal, "6f69975abe580db3"))
)

func mustGrant(g authority.Grant, err error) authority.Grant {
	if err != nil {
		panic(err)
	}
	return g
}

// gate is a turn.Gate made of one function. It keeps what it was asked.
type gate struct {
	answer func(ctx context.Context, req tool.Request) (runtimebridge.Result, error)

	mu       sync.Mutex
	requests []tool.Request
}

func (g *gate) Call(ctx context.Context, req tool.Request) (runtimebridge.Result, error) {
	g.mu.Lock()
	g.requests = append(g.requests, req)
	g.mu.Unlock()
	if g.answer == nil {
		return runtimebridge.TextResult("done"), nil
	}
	return g.answer(ctx, req)
}

func (g *gate) calls() []tool.Request {
	g.mu.Lock()
	defer g.mu.Unlock()
	return append([]tool.Request(nil), g.requests...)
}

// shelf is a turn.Tools with a fixed list.
type shelf []string

func (s shelf) Names() []string { return s }

func (s shelf) Lookup(name string) (runtimebridge.ToolSpec, bool) {
	return runtimebridge.ToolSpec{Name: name, InputSchema: json.RawMessage(`{"type":"object"}`)}, true
}

// locks stands for the locks between processes.
type locks struct {
	mu   sync.Mutex
	held map[string]bool
}

func (l *locks) TryLock(id string) (func(), error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.held[id] {
		return nil, run.ErrBusy
	}
	l.held[id] = true
	return func() {
		l.mu.Lock()
		defer l.mu.Unlock()
		delete(l.held, id)
	}, nil
}

// world is a Runner with everything around it.
type world struct {
	ledger    *ledger
	control   *run.Control
	gate      *gate
	bus       *event.Bus
	questions *question.Registry
	script    *providertest.Script
	runner    *turn.Runner
}

// newWorld makes a world with these replies; change sets options before the
// Runner is made.
func newWorld(script *providertest.Script, change ...func(*turn.Options)) *world {
	w := &world{
		ledger:    newLedger(),
		control:   run.NewControl(run.Options{Locks: &locks{held: map[string]bool{}}}),
		gate:      &gate{},
		bus:       event.NewBus(event.Options{}),
		questions: question.NewRegistry(question.Options{}),
		script:    script,
	}
	options := turn.Options{
		Store: w.ledger, Control: w.control, Gate: w.gate, Bus: w.bus, Questions: w.questions,
		Tools:    shelf{"bash", "memory_search", "read"},
		Provider: func() (provider.Provider, error) { return w.script, nil },
	}
	for _, f := range change {
		f(&options)
	}
	w.runner = turn.New(options)
	return w
}

// mcp is the request of a client.
func mcp(p runtimebridge.Prompt) turn.Request {
	return turn.Request{Prompt: p, Grant: paired, Source: authority.SourceMCP}
}

// terminal is the request of the owner.
func terminal(p runtimebridge.Prompt) turn.Request {
	return turn.Request{Prompt: p, Grant: owner, Source: authority.SourceTerminal}
}

// run runs a turn that must not end with an error.
func (w *world) run(t *testing.T, req turn.Request) runtimebridge.TurnResult {
	t.Helper()
	result, err := w.runner.Run(t.Context(), req)
	if err != nil {
		t.Fatalf("Run: %v", err)
	}
	return result
}

// branch writes a session's messages down, one string each, steps in front.
func (w *world) branch(id string) []string {
	var out []string
	for _, m := range w.ledger.messages(id) {
		for _, s := range m.Steps {
			out = append(out, stepLine(s))
		}
		out = append(out, string(m.Role)+": "+m.Content)
	}
	return out
}

func stepLine(s store.Step) string {
	line := fmt.Sprintf("  %s %q", s.Kind, s.Text)
	for _, c := range s.Calls {
		line += fmt.Sprintf(" %s=%s%s", c.ID, c.Name, c.Arguments)
	}
	if s.Kind == store.StepResult {
		line += fmt.Sprintf(" %s error=%v", s.CallID, s.IsError)
	}
	return line
}

// use is a call of the tool read.
func use(id, arguments string) store.Call {
	return store.Call{ID: id, Name: "read", Arguments: arguments}
}

func isCancellation(err error, reason runtimebridge.CancelReason) bool {
	var c *runtimebridge.Cancellation
	return errors.As(err, &c) && c.Reason == reason
}

func calls(list ...store.Call) []store.Call { return list }
