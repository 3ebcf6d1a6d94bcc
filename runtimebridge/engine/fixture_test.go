package engine_test

import (
	"context"
	"errors"
	"path/filepath"
	"slices"
	"sync"
	"testing"

	"go.uber.org/goleak"

	"github.com/openprogram/openprogram-go/authority"
	"github.com/openprogram/openprogram-go/runtimebridge"
	"github.com/openprogram/openprogram-go/runtimebridge/engine"
	"github.com/openprogram/openprogram-go/runtimebridge/provider"
	"github.com/openprogram/openprogram-go/runtimebridge/provider/providertest"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

var (
	principal = authority.Principal{ID: "owner/install/0123456789abcdef"}
	owner     = authority.OwnerGrant(principal, authority.Interactive)
)

func paired(t *testing.T) authority.Grant {
	t.Helper()
	grant, err := authority.ClientGrant(principal, "6f69975abe580db3")
	if err != nil {
		t.Fatal(err)
	}
	return grant
}

// trail is an audit log in memory.
type trail struct {
	mu    sync.Mutex
	kinds []runtimebridge.AuditType
	err   error
}

func (a *trail) Append(_ context.Context, kind runtimebridge.AuditType, _ string, _ map[string]any) error {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.err == nil {
		a.kinds = append(a.kinds, kind)
	}
	return a.err
}

// settings are what can change while an engine runs.
type settings struct {
	mu      sync.Mutex
	exposed []string
	err     error
	script  provider.Provider
}

func (s *settings) set(change func(*settings)) {
	s.mu.Lock()
	defer s.mu.Unlock()
	change(s)
}

func (s *settings) Exposed() ([]string, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.exposed), s.err
}

func (s *settings) Provider() (provider.Provider, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.script == nil {
		return nil, &provider.Error{Code: provider.CodeNoKey}
	}
	return s.script, nil
}

// fixture is an engine on a directory of its own.
type fixture struct {
	engine   *engine.Engine
	settings *settings
	trail    *trail
	state    string
	work     string
}

func newFixture(t *testing.T, change ...func(*engine.Options)) *fixture {
	t.Helper()
	root := t.TempDir()
	return newFixtureIn(t, filepath.Join(root, "state"), root, change...)
}

// newFixtureIn makes another engine on a state directory, as a second process
// would.
func newFixtureIn(t *testing.T, state, work string, change ...func(*engine.Options)) *fixture {
	t.Helper()
	f := &fixture{settings: &settings{}, trail: &trail{}, state: state, work: work}
	options := engine.Options{
		StateDir: state, WorkingDirs: []string{work}, Owner: principal,
		Exposed: f.settings.Exposed, Provider: f.settings.Provider,
		Rules: func() (authority.Rules, error) { return authority.Rules{}, nil },
		Audit: f.trail,
	}
	for _, c := range change {
		c(&options)
	}
	var err error
	if f.engine, err = engine.New(options); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := f.engine.Close(context.Background()); err != nil {
			t.Errorf("Close: %v", err)
		}
	})
	return f
}

// client connects as an MCP client to which these tools are exposed.
func (f *fixture) client(t *testing.T, exposed ...string) runtimebridge.Connection {
	t.Helper()
	f.settings.set(func(s *settings) { s.exposed = exposed })
	return f.connect(t, paired(t), authority.SourceMCP)
}

// terminal connects as the owner.
func (f *fixture) terminal(t *testing.T) runtimebridge.Connection {
	t.Helper()
	return f.connect(t, owner, authority.SourceTerminal)
}

func (f *fixture) connect(t *testing.T, grant authority.Grant, source authority.Source) runtimebridge.Connection {
	t.Helper()
	c, err := f.engine.Connect(t.Context(), grant, source)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// script makes the engine's provider play these replies.
func (f *fixture) script(replies ...providertest.Reply) *providertest.Script {
	script := providertest.New(replies...)
	f.settings.set(func(s *settings) { s.script = script })
	return script
}

func prompt(t *testing.T, c runtimebridge.Connection, p runtimebridge.Prompt) runtimebridge.TurnResult {
	t.Helper()
	result, err := c.Prompt(t.Context(), p)
	if err != nil {
		t.Fatalf("Prompt: %v", err)
	}
	return result
}

// branch writes a session's branch down, one string a message.
func branch(t *testing.T, c runtimebridge.Connection, id string) []string {
	t.Helper()
	messages, err := c.Branch(t.Context(), id)
	if err != nil {
		t.Fatalf("Branch: %v", err)
	}
	var out []string
	for _, m := range messages {
		out = append(out, string(m.Role)+": "+m.Content)
	}
	return out
}

func isCancellation(err error, reason runtimebridge.CancelReason) bool {
	var c *runtimebridge.Cancellation
	return errors.As(err, &c) && c.Reason == reason
}
