package tool_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/openprogram/openprogram-go/authority"
	"github.com/openprogram/openprogram-go/runtimebridge"
)

// answering is an owner who always says the same.
func answering(verdict runtimebridge.Verdict, seen *[]runtimebridge.Question) func(context.Context, runtimebridge.Question) runtimebridge.Answer {
	return func(_ context.Context, q runtimebridge.Question) runtimebridge.Answer {
		*seen = append(*seen, q)
		return runtimebridge.Answer{Verdict: verdict}
	}
}

func TestTheLadderForAClient(t *testing.T) {
	tests := []struct {
		name       string
		tool       string
		readOnly   bool
		allow      []string
		ask        []string
		deny       []string
		want       runtimebridge.DenialKind // empty: it runs
		capability authority.Capability
	}{
		{name: "shell", tool: "bash", allow: []string{"bash"}, want: runtimebridge.DeniedHardConstraint},
		{name: "file read", tool: "read", readOnly: true, allow: []string{"read"}, want: runtimebridge.DeniedCapability, capability: authority.FSRead},
		{name: "unknown tool", tool: "mcp__notes__get", readOnly: true, want: runtimebridge.DeniedCapability, capability: authority.ProcessExec},
		{name: "deny rule", tool: "memory_search", readOnly: true, deny: []string{"memory_search"}, want: runtimebridge.DeniedRule},
		{name: "ask rule", tool: "memory_search", readOnly: true, ask: []string{"memory_search"}, want: runtimebridge.DeniedApprovalUnavailable},
		{name: "read-only", tool: "memory_search", readOnly: true},
		{name: "neither read-only nor allowed", tool: "memory_search", want: runtimebridge.DeniedApprovalUnavailable},
		{name: "allow rule", tool: "memory_search", allow: []string{"memory_search"}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			one := &fake{name: test.tool, readOnly: test.readOnly}
			f := newFixture(t, one)
			f.rules = parseRules(t, test.allow, test.ask, test.deny)
			req := fromClient(t, test.tool, nil)
			var asked []runtimebridge.Question
			req.Ask = answering(runtimebridge.AllowedAlways, &asked)
			_, err := f.gate().Call(t.Context(), req)
			if len(asked) != 0 {
				t.Error("a client's call asked somebody")
			}
			if test.want == "" {
				if err != nil || one.runs() != 1 {
					t.Fatalf("error %v, %d runs", err, one.runs())
				}
				return
			}
			if denial := wantDenial(t, err, test.want); denial.Capability != test.capability {
				t.Errorf("capability %q, want %q", denial.Capability, test.capability)
			}
			if one.runs() != 0 {
				t.Error("a denied tool was entered")
			}
		})
	}
}

func TestBrokenRulesRefuseEveryCall(t *testing.T) {
	search := &fake{name: "memory_search", readOnly: true}
	f := newFixture(t, search)
	f.options.Rules = func() (authority.Rules, error) { return authority.Rules{}, errors.New("line 3") }
	result, err := f.gate().Call(t.Context(), fromClient(t, "memory_search", nil))
	wantFailed(t, result, err)
	if search.runs() != 0 {
		t.Error("the tool was entered")
	}
	if got := f.audit.reason(runtimebridge.AuditToolDenied); got != "rules_unavailable" {
		t.Errorf("audited reason %v", got)
	}
}

func TestTheOwnerIsAsked(t *testing.T) {
	tests := []struct {
		verdict runtimebridge.Verdict
		want    runtimebridge.DenialKind // empty: it runs
		reason  string
		stored  []authority.Rule
	}{
		{runtimebridge.AllowedOnce, "", "allowed_once", nil},
		{runtimebridge.AllowedAlways, "", "allowed_always", []authority.Rule{{Tool: "note", Pattern: `{"text":"<b>"}`, HasPattern: true}}},
		{runtimebridge.Declined, runtimebridge.DeniedByOwner, "declined", nil},
		{runtimebridge.Answered, runtimebridge.DeniedByOwner, "declined", nil},
		{"", runtimebridge.DeniedByOwner, "declined", nil},
	}
	for _, test := range tests {
		t.Run(string(test.verdict), func(t *testing.T) {
			note := &fake{name: "note"}
			f := newFixture(t, note)
			var stored []authority.Rule
			f.options.StoreAllow = func(_ context.Context, rule authority.Rule) error {
				stored = append(stored, rule)
				return nil
			}
			var asked []runtimebridge.Question
			req := fromOwner("note", map[string]any{"text": "<b>"})
			req.Ask = answering(test.verdict, &asked)
			_, err := f.gate().Call(t.Context(), req)
			kind := runtimebridge.AuditTurnToolAllowed
			if test.want != "" {
				wantDenial(t, err, test.want)
				kind = runtimebridge.AuditTurnToolDenied
			} else if err != nil || note.runs() != 1 {
				t.Errorf("error %v, %d runs", err, note.runs())
			}
			if got := f.audit.reason(kind); got != test.reason {
				t.Errorf("audited reason %v, want %s", got, test.reason)
			}
			if diff := cmp.Diff(test.stored, stored); diff != "" {
				t.Errorf("stored rules (-want +got):\n%s", diff)
			}
			want := []runtimebridge.Question{{
				SessionID: "s1", Kind: runtimebridge.QuestionApproval, Prompt: "May this tool run?",
				Tool: "note", Detail: `{"text":"<b>"}`, Rule: `note({"text":"<b>"})`,
			}}
			if diff := cmp.Diff(want, asked); diff != "" {
				t.Errorf("questions (-want +got):\n%s", diff)
			}
		})
	}
}

// An "always" is offered only where it would spare the next question.
func TestTheRuleOfAnAlways(t *testing.T) {
	store := func(context.Context, authority.Rule) error { return nil }
	for name, c := range map[string]struct {
		tool, want string
		args       map[string]any
		store      func(context.Context, authority.Rule) error
		rules      authority.Rules
	}{
		"a plain command":      {"bash", "bash(ls -l)", map[string]any{"command": "ls  -l"}, store, authority.Rules{}},
		"two commands":         {"bash", "", map[string]any{"command": "ls; id"}, store, authority.Rules{}},
		"nowhere to store it":  {"bash", "", map[string]any{"command": "ls"}, nil, authority.Rules{}},
		"an ask rule stays":    {"bash", "", map[string]any{"command": "ls"}, store, authority.Rules{Ask: []authority.Rule{{Tool: "bash"}}}},
		"another tool's rules": {"bash", "bash(ls)", map[string]any{"command": "ls"}, store, authority.Rules{Ask: []authority.Rule{{Tool: "write"}}}},
	} {
		t.Run(name, func(t *testing.T) {
			f := newFixture(t, &fake{name: c.tool})
			f.options.StoreAllow = c.store
			f.options.Rules = func() (authority.Rules, error) { return c.rules, nil }
			var asked []runtimebridge.Question
			req := fromOwner(c.tool, c.args)
			req.Ask = answering(runtimebridge.AllowedOnce, &asked)
			if _, err := f.gate().Call(t.Context(), req); err != nil {
				t.Fatal(err)
			}
			if len(asked) != 1 || asked[0].Rule != c.want {
				t.Errorf("asked %+v, want the rule %q", asked, c.want)
			}
		})
	}
}

func TestNobodyToAskIsADenial(t *testing.T) {
	note := &fake{name: "note"}
	f := newFixture(t, note)
	_, err := f.gate().Call(t.Context(), fromOwner("note", nil))
	wantDenial(t, err, runtimebridge.DeniedApprovalUnavailable)
	if note.runs() != 0 {
		t.Error("the tool was entered")
	}
}

func TestAnAllowRuleThatCannotBeStoredDoesNotStopTheCall(t *testing.T) {
	note := &fake{name: "note"}
	f := newFixture(t, note)
	f.options.StoreAllow = func(context.Context, authority.Rule) error { return errors.New("disk full") }
	var asked []runtimebridge.Question
	req := fromOwner("note", nil)
	req.Ask = answering(runtimebridge.AllowedAlways, &asked)
	if _, err := f.gate().Call(t.Context(), req); err != nil || note.runs() != 1 {
		t.Errorf("error %v, %d runs", err, note.runs())
	}
}

func TestAnApprovalHoldsOnlyForWhatWasSeen(t *testing.T) {
	dir := t.TempDir()
	link := filepath.Join(dir, "link")
	point := func(at string) {
		_ = os.Remove(link)
		if err := os.Symlink(filepath.Join(dir, at), link); err != nil {
			t.Fatal(err)
		}
	}
	tests := []struct {
		name   string
		change func(*fixture) // while the owner thinks
		want   runtimebridge.DenialKind
		gone   bool
	}{
		{"a deny rule is added", func(f *fixture) { f.rules = parseRules(t, nil, nil, []string{"write"}) }, runtimebridge.DeniedRule, false},
		{"a link is moved", func(*fixture) { point("b") }, runtimebridge.DeniedHardConstraint, false},
		{"the tool is replaced", func(f *fixture) {
			f.options.Registry.Remove("write")
			if err := f.options.Registry.Register(&pathFake{fake: fake{name: "write"}}); err != nil {
				t.Fatal(err)
			}
		}, "", true},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			point("a")
			write := &pathFake{fake: fake{name: "write"}}
			f := newFixture(t, write)
			f.options.WorkingDirs = []string{dir}
			req := fromOwner("write", map[string]any{"paths": []any{"link"}})
			req.Ask = func(context.Context, runtimebridge.Question) runtimebridge.Answer {
				test.change(f)
				return runtimebridge.Answer{Verdict: runtimebridge.AllowedOnce}
			}
			result, err := f.gate().Call(t.Context(), req)
			if test.gone {
				wantFailed(t, result, err)
			} else {
				wantDenial(t, err, test.want)
			}
			if write.runs() != 0 {
				t.Error("the tool was entered")
			}
		})
	}
}
