package authority_test

import (
	"errors"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/openprogram/openprogram-go/authority"
)

func TestParseRule(t *testing.T) {
	tests := []struct {
		text string
		want authority.Rule
	}{
		{"bash", authority.Rule{Tool: "bash"}},
		{"  memory_search\n", authority.Rule{Tool: "memory_search"}},
		{"az_AZ_09", authority.Rule{Tool: "az_AZ_09"}},
		{"mcp__notes__a.b:c/d-e", authority.Rule{Tool: "mcp__notes__a.b:c/d-e"}},
		{"bash(git status:*)", authority.Rule{Tool: "bash", Pattern: "git status:*", HasPattern: true}},
		{"bash( x )", authority.Rule{Tool: "bash", Pattern: " x ", HasPattern: true}},
		{`bash(echo \(a\))`, authority.Rule{Tool: "bash", Pattern: "echo (a)", HasPattern: true}},
		{`bash(echo (a))`, authority.Rule{Tool: "bash", Pattern: "echo (a)", HasPattern: true}},
		{`bash(a\\)`, authority.Rule{Tool: "bash", Pattern: `a\`, HasPattern: true}},
		{`bash(a\nb)`, authority.Rule{Tool: "bash", Pattern: `a\nb`, HasPattern: true}},
		{`bash(\\\()`, authority.Rule{Tool: "bash", Pattern: `\(`, HasPattern: true}},
	}
	for _, tt := range tests {
		got, err := authority.ParseRule(tt.text)
		if err != nil {
			t.Errorf("ParseRule(%q): %v", tt.text, err)
		}
		if diff := cmp.Diff(tt.want, got); diff != "" {
			t.Errorf("ParseRule(%q) (-want +got):\n%s", tt.text, diff)
		}
	}
}

// A rule that is not understood must not be taken for one that never matches.
func TestParseRuleRefuses(t *testing.T) {
	for _, text := range []string{
		"", " ", "()", "(x)", "bash()", "bash(", "bash(rm", "bash)", `bash(rm\)`, `bash(rm\\\)`, "bash(rm) x",
		"bash rm", "bash,read", "*", "bash*", "bäsh", `ba\(sh`, "bash\x00", "bash (rm)",
	} {
		rule, err := authority.ParseRule(text)
		if !errors.Is(err, authority.ErrInvalidRule) || rule != (authority.Rule{}) {
			t.Errorf("ParseRule(%q) = %+v, %v", text, rule, err)
		}
	}
}

func TestParseRules(t *testing.T) {
	got, err := authority.ParseRules([]string{"read", "bash(ls)"}, []string{"write"}, []string{"bash(rm:*)"})
	if err != nil {
		t.Fatal(err)
	}
	want := authority.Rules{
		Allow: []authority.Rule{{Tool: "read"}, {Tool: "bash", Pattern: "ls", HasPattern: true}},
		Ask:   []authority.Rule{{Tool: "write"}},
		Deny:  []authority.Rule{{Tool: "bash", Pattern: "rm:*", HasPattern: true}},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("rules (-want +got):\n%s", diff)
	}
}

func TestParseRulesSaysWhere(t *testing.T) {
	bad := []string{"read", "secret("}
	for list, parse := range map[string]func() (authority.Rules, error){
		"allow": func() (authority.Rules, error) { return authority.ParseRules(bad, nil, nil) },
		"ask":   func() (authority.Rules, error) { return authority.ParseRules(nil, bad, nil) },
		"deny":  func() (authority.Rules, error) { return authority.ParseRules(nil, nil, bad) },
	} {
		rules, err := parse()
		var where *authority.RuleError
		if !errors.As(err, &where) || where.List != list || where.Index != 1 || !errors.Is(err, authority.ErrInvalidRule) {
			t.Errorf("%s: error %v", list, err)
		}
		want := list + " rule 2: authority: permission rule is not of the form Tool or Tool(pattern)"
		if err == nil || err.Error() != want {
			t.Errorf("%s: message %v, want %q", list, err, want)
		}
		if diff := cmp.Diff(authority.Rules{}, rules); diff != "" {
			t.Errorf("%s: rules beside an error:\n%s", list, diff)
		}
	}
}

func FuzzParseRule(f *testing.F) {
	for _, seed := range []string{"bash", "bash(git:*)", `a(\(\)\\)`, "a(b", `a(\\\))`, " x(y) "} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		rule, err := authority.ParseRule(text)
		if err != nil {
			return
		}
		again, err := authority.ParseRule(rule.String())
		if err != nil || again != rule {
			t.Errorf("%q -> %+v -> %q -> %+v, %v", text, rule, rule.String(), again, err)
		}
	})
}

func FuzzRuleString(f *testing.F) {
	f.Add("a", `\`)
	f.Add("bash", "echo (a) \\) ")
	f.Fuzz(func(t *testing.T, tool, pattern string) {
		if bare, err := authority.ParseRule(tool); err != nil || bare.HasPattern || bare.Tool != tool || pattern == "" {
			return
		}
		rule := authority.Rule{Tool: tool, Pattern: pattern, HasPattern: true}
		got, err := authority.ParseRule(rule.String())
		if err != nil || got != rule {
			t.Errorf("%+v -> %q -> %+v, %v", rule, rule.String(), got, err)
		}
	})
}
