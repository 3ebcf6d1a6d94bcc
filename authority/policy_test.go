package authority_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/openprogram/openprogram-go/authority"
)

var everyTool = []string{
	"memory_search", "memory_grep", "memory_get", "memory_browse", "memory_status", "memory_update", "memory_promote",
	"read", "list", "glob", "grep", "write", "edit", "apply_patch", "bash", "exec", "shell", "execute_code", "process",
	"worktree_create", "worktree_merge", "worktree_discard", "worktree_keep", "web_search", "send_message", "unknown",
}

var forbiddenOutside = []string{
	"bash", "exec", "shell", "execute_code", "process",
	"worktree_create", "worktree_merge", "worktree_discard", "worktree_keep",
}

// allowAll allows every tool there is by rule.
func allowAll(t *testing.T) authority.Rules {
	t.Helper()
	all, err := authority.ParseRules(everyTool, nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	return all
}

func decide(r authority.Rules, g authority.Grant, c authority.Call) authority.Decision {
	return authority.Policy{Rules: r}.Decide(g, c)
}

func TestHardConstraintBeatsEverything(t *testing.T) {
	grants := map[string]authority.Grant{
		"paired": clientGrant(t), "owner-shaped": authority.OwnerGrant(owner, authority.Interactive), "none": {},
	}
	for name, grant := range grants {
		for _, source := range []authority.Source{authority.SourceMCP, "", "Terminal", "agent"} {
			for _, tool := range forbiddenOutside {
				call := authority.Call{Tool: tool, Source: source, ReadOnly: true}
				want := authority.Decision{Effect: authority.Deny, Reason: authority.ReasonHardConstraint, Capability: authority.ToolCapability(tool)}
				if diff := cmp.Diff(want, decide(allowAll(t), grant, call)); diff != "" {
					t.Errorf("%s grant, source %q, %s (-want +got):\n%s", name, source, tool, diff)
				}
			}
		}
	}
}

func TestWritesFromOutside(t *testing.T) {
	safe := authority.Target{Raw: "a", Resolved: "/ws/a"}
	tests := []struct {
		name    string
		targets []authority.Target
		dirs    []string
		want    authority.Reason
	}{
		{"inside", []authority.Target{safe}, []string{"/ws"}, authority.ReasonCapability},
		{"inside the second directory", []authority.Target{{Raw: "/b/x", Resolved: "/b/x"}}, []string{"/ws", "/b"}, authority.ReasonCapability},
		{"outside", []authority.Target{{Raw: "/etc/a", Resolved: "/etc/a"}}, []string{"/ws"}, authority.ReasonHardConstraint},
		{"outside through a link", []authority.Target{{Raw: "a", Resolved: "/etc/a"}}, []string{"/ws"}, authority.ReasonHardConstraint},
		{"one of two outside", []authority.Target{safe, {Raw: "b", Resolved: "/b"}}, []string{"/ws"}, authority.ReasonHardConstraint},
		{"protected", []authority.Target{{Raw: ".git/config", Resolved: "/ws/.git/config"}}, []string{"/ws"}, authority.ReasonHardConstraint},
		{"no working directory", []authority.Target{safe}, nil, authority.ReasonHardConstraint},
		{"no path", nil, []string{"/ws"}, authority.ReasonHardConstraint},
	}
	for _, tt := range tests {
		for _, tool := range []string{"write", "edit", "apply_patch"} {
			call := authority.Call{Tool: tool, Source: authority.SourceMCP, Targets: tt.targets, WorkingDirs: tt.dirs}
			if got := decide(allowAll(t), clientGrant(t), call); got.Reason != tt.want || got.Effect != authority.Deny {
				t.Errorf("%s: %s: %+v, want %s", tt.name, tool, got, tt.want)
			}
		}
	}
}

func TestCapabilityComesBeforeRules(t *testing.T) {
	for _, tool := range []string{"read", "list", "glob", "grep", "memory_promote", "web_search", "send_message", "unknown", "clarify"} {
		call := authority.Call{Tool: tool, Source: authority.SourceMCP, ReadOnly: true}
		got := decide(allowAll(t), clientGrant(t), call)
		want := authority.Decision{Effect: authority.Deny, Reason: authority.ReasonCapability, Capability: authority.ToolCapability(tool)}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", tool, diff)
		}
	}
	for _, grant := range []authority.Grant{{}, {Tier: "admin"}} {
		if got := decide(allowAll(t), grant, authority.Call{Tool: "memory_status", ReadOnly: true}); got.Reason != authority.ReasonCapability {
			t.Errorf("tier %q: %+v", grant.Tier, got)
		}
	}
}

func TestSafeToolsRunWithoutARule(t *testing.T) {
	for _, tool := range []string{"memory_search", "memory_grep", "memory_get", "memory_browse", "memory_status"} {
		call := authority.Call{Tool: tool, Source: authority.SourceMCP, ReadOnly: true}
		want := authority.Decision{Effect: authority.Allow, Reason: authority.ReasonSafeTool, Capability: authority.MemoryRead}
		if diff := cmp.Diff(want, decide(authority.Rules{}, clientGrant(t), call)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", tool, diff)
		}
		call.ReadOnly = false
		if got := decide(authority.Rules{}, clientGrant(t), call); got.Reason != authority.ReasonApprovalUnavailable {
			t.Errorf("%s that declares nothing: %+v", tool, got)
		}
	}
	update := authority.Call{Tool: "memory_update", Source: authority.SourceMCP}
	if got := decide(authority.Rules{}, clientGrant(t), update); got.Reason != authority.ReasonSafeTool || !got.Allowed() {
		t.Errorf("memory_update: %+v", got)
	}
}

func TestRuleOrder(t *testing.T) {
	status := authority.Call{Tool: "memory_status", Source: authority.SourceMCP, ReadOnly: true}
	tests := []struct {
		name             string
		allow, ask, deny string
		effect           authority.Effect
		reason           authority.Reason
		rule             string
	}{
		{"deny beats ask, allow and safe", "memory_status", "memory_status", "memory_status", authority.Deny, authority.ReasonRuleDeny, "memory_status"},
		{"ask beats allow and safe", "memory_status", "memory_status({})", "", authority.Deny, authority.ReasonApprovalUnavailable, "memory_status({})"},
		{"allow", "memory_status", "", "", authority.Allow, authority.ReasonRuleAllow, "memory_status"},
		{"rules of other tools", "memory_get", "memory_get", "memory_get", authority.Allow, authority.ReasonSafeTool, ""},
	}
	for _, tt := range tests {
		want := authority.Decision{Effect: tt.effect, Reason: tt.reason, Capability: authority.MemoryRead, Rule: tt.rule}
		if diff := cmp.Diff(want, decide(rules(t, tt.allow, tt.ask, tt.deny), clientGrant(t), status)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", tt.name, diff)
		}
	}
}

func TestFirstRuleOfAListIsNamed(t *testing.T) {
	parsed, err := authority.ParseRules(nil, nil, []string{"bash(ls)", "bash(rm:*)", "bash"})
	if err != nil {
		t.Fatal(err)
	}
	if got := asOwner(parsed, bash("rm x")); got.Rule != "bash(rm:*)" {
		t.Errorf("decided by %q", got.Rule)
	}
}

func TestOnlyTheOwnerAtTheTerminalIsAsked(t *testing.T) {
	grant := authority.OwnerGrant(owner, authority.Interactive)
	call := authority.Call{Tool: "unknown", Source: authority.SourceTerminal}
	want := authority.Decision{Effect: authority.Ask, Reason: authority.ReasonApprovalRequired, Capability: authority.ProcessExec}
	if diff := cmp.Diff(want, decide(authority.Rules{}, grant, call)); diff != "" {
		t.Errorf("owner (-want +got):\n%s", diff)
	}

	want = authority.Decision{Effect: authority.Deny, Reason: authority.ReasonApprovalUnavailable, Capability: authority.ProcessExec}
	changes := map[string]func(*authority.Grant, *authority.Call){
		"non-interactive":    func(g *authority.Grant, _ *authority.Call) { g.Interaction = authority.NonInteractive },
		"interaction unsaid": func(g *authority.Grant, _ *authority.Call) { g.Interaction = "" },
		"client":             func(g *authority.Grant, _ *authority.Call) { g.SpeakerKind = authority.SpeakerClient },
		"nobody":             func(g *authority.Grant, _ *authority.Call) { g.SpeakerKind = "" },
		"from outside":       func(_ *authority.Grant, c *authority.Call) { c.Source = authority.SourceMCP },
		"from nowhere":       func(_ *authority.Grant, c *authority.Call) { c.Source = "" },
	}
	for name, change := range changes {
		g, c := grant, call
		change(&g, &c)
		if diff := cmp.Diff(want, decide(authority.Rules{}, g, c)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
		want := want
		want.Rule = "unknown"
		if diff := cmp.Diff(want, decide(rules(t, "unknown", "unknown", ""), g, c)); diff != "" {
			t.Errorf("%s, ask rule (-want +got):\n%s", name, diff)
		}
	}

	paired := clientGrant(t)
	paired.SpeakerKind, paired.Interaction = authority.SpeakerOwner, authority.Interactive
	memory := authority.Call{Tool: "memory_get", Source: authority.SourceTerminal}
	if got := decide(authority.Rules{}, paired, memory); got.Reason != authority.ReasonApprovalUnavailable {
		t.Errorf("paired tier that claims to be the owner: %+v", got)
	}
}

// A file that later runs is written only after the owner said so, each time.
func TestProtectedWritesAlwaysAsk(t *testing.T) {
	for _, path := range []string{"/ws/.git/hooks/pre-commit", "/ws/.envrc", "/ws/.vscode/tasks.json", "/home/u/.bashrc", "/etc/x"} {
		for _, tool := range []string{"write", "edit", "apply_patch"} {
			if got := asOwner(allowAll(t), file(tool, path)); got.Effect != authority.Ask {
				t.Errorf("%s %s: %+v", tool, path, got)
			}
		}
	}
	if got := asOwner(allowAll(t), file("write", "/ws/a")); got.Reason != authority.ReasonRuleAllow {
		t.Errorf("a safe write with a rule: %+v", got)
	}
	if got := asOwner(authority.Rules{}, file("write", "/ws/a")); got.Effect != authority.Ask {
		t.Errorf("a safe write without a rule: %+v", got)
	}
	reading := file("read", "/ws/.git/config")
	reading.ReadOnly = true
	if got := asOwner(authority.Rules{}, reading); got.Reason != authority.ReasonSafeTool {
		t.Errorf("reading a protected name: %+v", got)
	}
}

func TestZeroDecisionDenies(t *testing.T) {
	if (authority.Decision{}).Allowed() || (authority.Decision{Effect: authority.Ask}).Allowed() {
		t.Error("a decision that is no Allow allows")
	}
}

// The paired tier runs memory tools and nothing else, whatever is called.
func FuzzPairedStaysInMemory(f *testing.F) {
	for _, tool := range everyTool {
		f.Add(tool, "mcp", "x", true)
		f.Add(tool, "terminal", "/ws/x", false)
	}
	f.Fuzz(func(t *testing.T, tool, source, value string, readOnly bool) {
		call := authority.Call{
			Tool: tool, Source: authority.Source(source), ReadOnly: readOnly, WorkingDirs: []string{"/ws"},
			Arguments: map[string]any{"command": value, "file_path": value},
			Targets:   []authority.Target{{Raw: value, Resolved: value}},
		}
		all := authority.Rules{Allow: []authority.Rule{{Tool: tool}}}
		grant, _ := authority.ClientGrant(owner, "6f69975abe580db3")
		got := decide(all, grant, call)
		if got.Effect == authority.Ask || got.Allowed() && got.Capability != authority.MemoryRead && got.Capability != authority.MemorySourceAppend {
			t.Errorf("%q: %+v", tool, got)
		}
	})
}
