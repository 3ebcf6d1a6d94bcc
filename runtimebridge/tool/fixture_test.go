package tool_test

import (
	"context"
	"encoding/json"
	"errors"
	"sync"
	"testing"
	"time"

	"github.com/openprogram/openprogram-go/authority"
	"github.com/openprogram/openprogram-go/runtimebridge"
	"github.com/openprogram/openprogram-go/runtimebridge/tool"
)

const anything = `{"type":"object"}`

// fake is a tool under the test's control.
type fake struct {
	name     string
	schema   string
	readOnly bool
	run      func(context.Context, runtimebridge.Invocation) (runtimebridge.Result, error)

	mu      sync.Mutex
	entered int
}

func (f *fake) Spec() runtimebridge.ToolSpec {
	schema := f.schema
	if schema == "" {
		schema = anything
	}
	return runtimebridge.ToolSpec{Name: f.name, InputSchema: json.RawMessage(schema), ReadOnly: f.readOnly}
}

func (f *fake) Run(ctx context.Context, in runtimebridge.Invocation) (runtimebridge.Result, error) {
	f.mu.Lock()
	f.entered++
	f.mu.Unlock()
	if f.run == nil {
		return runtimebridge.TextResult("done"), nil
	}
	return f.run(ctx, in)
}

func (f *fake) runs() int {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.entered
}

// pathFake is a fake that names paths: those of its "paths" argument.
type pathFake struct {
	fake
	pathsErr error
}

func (f *pathFake) Paths(args runtimebridge.Arguments) ([]string, error) {
	list, _ := args["paths"].([]any)
	var paths []string
	for _, item := range list {
		paths = append(paths, item.(string))
	}
	return paths, f.pathsErr
}

// record is one audit record.
type record struct {
	kind    runtimebridge.AuditType
	origin  string
	payload map[string]any
}

// auditLog keeps records in memory; broken kinds cannot be written, and all take
// as long as the log is busy.
type auditLog struct {
	busy    time.Duration
	mu      sync.Mutex
	broken  map[runtimebridge.AuditType]bool
	records []record
}

func (l *auditLog) Append(ctx context.Context, kind runtimebridge.AuditType, origin string, payload map[string]any) error {
	if l.busy > 0 {
		select {
		case <-time.After(l.busy):
		case <-ctx.Done():
			return ctx.Err()
		}
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.broken[kind] {
		return errors.New("disk full")
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	l.records = append(l.records, record{kind, origin, payload})
	return nil
}

func (l *auditLog) kinds() []runtimebridge.AuditType {
	l.mu.Lock()
	defer l.mu.Unlock()
	var kinds []runtimebridge.AuditType
	for _, r := range l.records {
		kinds = append(kinds, r.kind)
	}
	return kinds
}

// reason is the reason of the last record of a kind.
func (l *auditLog) reason(kind runtimebridge.AuditType) any {
	l.mu.Lock()
	defer l.mu.Unlock()
	var reason any
	for _, r := range l.records {
		if r.kind == kind {
			reason = r.payload["reason"]
		}
	}
	return reason
}

// fixture is a gate with its surroundings. Change options before calling gate.
type fixture struct {
	options tool.GateOptions
	audit   *auditLog
	rules   authority.Rules
}

func newFixture(t *testing.T, tools ...runtimebridge.Tool) *fixture {
	t.Helper()
	f := &fixture{audit: &auditLog{broken: map[runtimebridge.AuditType]bool{}}}
	registry := tool.NewRegistry()
	for _, one := range tools {
		if err := registry.Register(one); err != nil {
			t.Fatalf("register: %v", err)
		}
	}
	f.options = tool.GateOptions{
		Registry: registry,
		Rules:    func() (authority.Rules, error) { return f.rules, nil },
		Audit:    f.audit,
	}
	return f
}

func (f *fixture) gate() *tool.Gate { return tool.NewGate(f.options) }

// allowing lets rules allow a tool by name.
func (f *fixture) allowing(t *testing.T, rules ...string) *fixture {
	t.Helper()
	f.rules = parseRules(t, rules, nil, nil)
	return f
}

func parseRules(t *testing.T, allow, ask, deny []string) authority.Rules {
	t.Helper()
	rules, err := authority.ParseRules(allow, ask, deny)
	if err != nil {
		t.Fatalf("rules: %v", err)
	}
	return rules
}

const clientID = "6f69975abe580db3"

var principal = authority.Principal{ID: "owner/install/0123456789abcdef"}

// fromClient is a paired client's tool_call.
func fromClient(t *testing.T, name string, arguments map[string]any) tool.Request {
	t.Helper()
	grant, err := authority.ClientGrant(principal, clientID)
	if err != nil {
		t.Fatalf("grant: %v", err)
	}
	return tool.Request{
		Name: name, Arguments: arguments, Grant: grant, Source: authority.SourceMCP,
		Scope: tool.ScopeClient, RequestID: "7",
	}
}

// fromOwner is a call of a model that works for the owner at the terminal.
func fromOwner(name string, arguments map[string]any) tool.Request {
	return tool.Request{
		Name: name, Arguments: arguments, Grant: authority.OwnerGrant(principal, authority.Interactive),
		Source: authority.SourceTerminal, Scope: tool.ScopeTurn, SessionID: "s1", RequestID: "r1", CallID: "c1",
	}
}

func wantDenial(t *testing.T, err error, kind runtimebridge.DenialKind) *runtimebridge.Denial {
	t.Helper()
	var denial *runtimebridge.Denial
	if !errors.As(err, &denial) {
		t.Fatalf("error %v, want a denial %s", err, kind)
	}
	if denial.Kind != kind {
		t.Errorf("denied with %s, want %s", denial.Kind, kind)
	}
	return denial
}

func wantFailed(t *testing.T, result runtimebridge.Result, err error) {
	t.Helper()
	if err != nil {
		t.Fatalf("error %v, want a failed result", err)
	}
	if !result.IsError {
		t.Errorf("result %+v is not marked as failed", result)
	}
}
