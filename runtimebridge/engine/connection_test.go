package engine_test

import (
	"context"
	"errors"
	"os"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/openprogram/openprogram-go/authority"
	"github.com/openprogram/openprogram-go/runtimebridge"
	"github.com/openprogram/openprogram-go/runtimebridge/engine"
	"github.com/openprogram/openprogram-go/runtimebridge/provider/providertest"
)

// echo is a Runtime tool under any name.
type echo struct {
	name   string
	schema string
}

func (e echo) Spec() runtimebridge.ToolSpec {
	return runtimebridge.ToolSpec{Name: e.name, InputSchema: []byte(e.schema), ReadOnly: true}
}

func (e echo) Run(context.Context, runtimebridge.Invocation) (runtimebridge.Result, error) {
	return runtimebridge.TextResult("echo"), nil
}

const open = `{"type":"object"}`

func withTools(tools ...runtimebridge.Tool) func(*engine.Options) {
	return func(o *engine.Options) { o.ExtraTools = tools }
}

func names(t *testing.T, c runtimebridge.Connection) []string {
	t.Helper()
	specs, err := c.Tools(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	out := []string{}
	for _, spec := range specs {
		out = append(out, spec.Name)
	}
	return out
}

func TestAClientSeesWhatIsExposedAndWithinItsTier(t *testing.T) {
	f := newFixture(t, withTools(echo{"odd", open}, echo{"broken", `{"type":7}`}))
	tests := []struct {
		name          string
		before, after []string
		err           error
		want          []string
	}{
		{"nothing", nil, nil, nil, []string{}},
		{"in the owner's order, once", []string{"memory_search", "memory_get", "memory_search"}, []string{"memory_get", "memory_search"}, nil,
			[]string{"memory_search", "memory_get"}},
		{"what the tier lacks", []string{"memory_get", "read", "odd"}, []string{"memory_get", "read", "odd"}, nil, []string{"memory_get"}},
		{"what does not exist", []string{"nothing", "memory_get", "broken"}, []string{"nothing", "memory_get", "broken"}, nil, []string{"memory_get"}},
		{"removed since", []string{"memory_get", "memory_search"}, []string{"memory_get"}, nil, []string{"memory_get"}},
		{"added since", []string{"memory_get"}, []string{"memory_search", "memory_get"}, nil, []string{"memory_get"}},
		{"unreadable since", []string{"memory_get"}, []string{"memory_get"}, errors.New("broken"), []string{}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			c := f.client(t, test.before...)
			f.settings.set(func(s *settings) { s.exposed, s.err = test.after, test.err })
			defer f.settings.set(func(s *settings) { s.err = nil })
			if diff := cmp.Diff(test.want, names(t, c)); diff != "" {
				t.Errorf("tools (-want +got):\n%s", diff)
			}
		})
	}
}

func TestTheOwnerSeesEveryTool(t *testing.T) {
	f := newFixture(t, withTools(echo{"zebra", open}))
	want := []string{
		"apply_patch", "bash", "edit", "glob", "grep", "list", "memory_browse", "memory_get", "memory_grep",
		"memory_promote", "memory_search", "memory_status", "memory_update", "read", "write", "zebra",
	}
	if diff := cmp.Diff(want, names(t, f.terminal(t))); diff != "" {
		t.Errorf("tools (-want +got):\n%s", diff)
	}
}

func TestAClientsCallIsDecidedInOrder(t *testing.T) {
	const closed = `{"type":"object","required":["path"],"additionalProperties":false,"properties":{"path":{"type":"string"}}}`
	f := newFixture(t, withTools(echo{"execute_code", closed}))
	c := f.client(t, "memory_get", "read", "bash", "execute_code", "nothing", "removed")
	f.settings.set(func(s *settings) { s.exposed = []string{"memory_get", "read", "bash", "execute_code", "nothing"} })
	denied := func(kind runtimebridge.DenialKind, capability authority.Capability) error {
		return &runtimebridge.Denial{Kind: kind, Capability: capability}
	}
	tests := []struct {
		name, tool string
		args       map[string]any
		want       error
	}{
		{"not exposed", "memory_search", map[string]any{}, runtimebridge.ErrToolNotFound},
		{"not there", "nothing", map[string]any{}, runtimebridge.ErrToolNotFound},
		{"neither", "else", map[string]any{}, runtimebridge.ErrToolNotFound},
		{"exposed no longer", "removed", map[string]any{}, runtimebridge.ErrToolNotFound},
		{"arguments before the hard constraint", "execute_code", map[string]any{}, &runtimebridge.ArgumentError{Path: "$", Keyword: "required"}},
		{"hard constraint before the tier", "bash", map[string]any{"command": "id"}, denied(runtimebridge.DeniedHardConstraint, "")},
		{"tier", "read", map[string]any{"file_path": "a"}, denied(runtimebridge.DeniedCapability, authority.FSRead)},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			_, err := c.CallTool(t.Context(), runtimebridge.ToolCall{Name: test.tool, Arguments: test.args})
			if diff := cmp.Diff(test.want.Error(), text(err)); diff != "" {
				t.Errorf("error (-want +got):\n%s", diff)
			}
		})
	}
}

func text(err error) string {
	if err == nil {
		return ""
	}
	return err.Error()
}

func TestTheOwnersCallNeedsNoExposure(t *testing.T) {
	f := newFixture(t, withTools(echo{"zebra", open}))
	got, err := f.terminal(t).CallTool(t.Context(), runtimebridge.ToolCall{Name: "zebra", Arguments: map[string]any{}})
	if err != nil || got.IsError {
		t.Errorf("got %+v, %v", got, err)
	}
}

func TestAClientWithMoreThanAClientsRightsIsRefused(t *testing.T) {
	f := newFixture(t)
	interactive := paired(t)
	interactive.Interaction = authority.Interactive
	for name, grant := range map[string]authority.Grant{"owner": owner, "quiet owner": authority.OwnerGrant(principal, authority.NonInteractive), "interactive": interactive, "nobody": {}} {
		for _, source := range []authority.Source{authority.SourceMCP, "new"} {
			if _, err := f.engine.Connect(t.Context(), grant, source); !errors.Is(err, engine.ErrGrant) {
				t.Errorf("%s from %s: %v", name, source, err)
			}
		}
	}
}

func TestConnectFailsWithoutAnAllowlist(t *testing.T) {
	f := newFixture(t)
	broken := errors.New("broken")
	f.settings.set(func(s *settings) { s.err = broken })
	if _, err := f.engine.Connect(t.Context(), paired(t), authority.SourceMCP); !errors.Is(err, broken) {
		t.Errorf("err %v", err)
	}
}

func TestSessionsAndBranch(t *testing.T) {
	f := newFixture(t)
	c := f.client(t)
	if got, err := c.Sessions(t.Context(), 100); err != nil || len(got) != 0 {
		t.Fatalf("got %v, %v", got, err)
	}
	f.script(providertest.Say("one"), providertest.Say("two"), providertest.Say("three"))
	first := prompt(t, c, runtimebridge.Prompt{Text: "first line\nsecond line"})
	second := prompt(t, c, runtimebridge.Prompt{Text: "b"})
	prompt(t, c, runtimebridge.Prompt{Text: "c", SessionID: first.SessionID})
	rows, err := c.Sessions(t.Context(), 100)
	if err != nil || len(rows) != 2 || rows[0].ID != first.SessionID || rows[1].ID != second.SessionID || rows[0].Title != "first line" {
		t.Errorf("got %+v, %v", rows, err)
	}
	if rows, err := c.Sessions(t.Context(), 1); err != nil || len(rows) != 1 {
		t.Errorf("got %+v, %v", rows, err)
	}
	want := []string{"user: first line\nsecond line", "assistant: one", "user: c", "assistant: three"}
	if diff := cmp.Diff(want, branch(t, c, first.SessionID)); diff != "" {
		t.Errorf("branch (-want +got):\n%s", diff)
	}
	if _, err := c.Branch(t.Context(), "../"+first.SessionID); !errors.Is(err, runtimebridge.ErrSessionNotFound) {
		t.Errorf("err %v", err)
	}
}

func TestAClosedConnectionDoesNothing(t *testing.T) {
	f := newFixture(t)
	c := f.client(t)
	if err := c.Close(t.Context()); err != nil {
		t.Fatal(err)
	}
	_, sessions := c.Sessions(t.Context(), 1)
	_, branch := c.Branch(t.Context(), "s")
	_, prompt := c.Prompt(t.Context(), runtimebridge.Prompt{Text: "a"})
	_, tools := c.Tools(t.Context())
	_, call := c.CallTool(t.Context(), runtimebridge.ToolCall{Name: "memory_status"})
	for name, err := range map[string]error{"Sessions": sessions, "Branch": branch, "Prompt": prompt, "Tools": tools, "CallTool": call} {
		if !errors.Is(err, runtimebridge.ErrClosed) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestNothingIsOpenedBeforeItIsNeeded(t *testing.T) {
	f := newFixture(t)
	c := f.client(t, "memory_search")
	if got := names(t, c); len(got) != 1 {
		t.Errorf("tools %q", got)
	}
	if _, err := os.Stat(f.state); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("the state directory was made: %v", err)
	}
}
