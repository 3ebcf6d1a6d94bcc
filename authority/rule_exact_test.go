package authority_test

import (
	"testing"

	"github.com/openprogram/openprogram-go/authority"
)

func TestExactRule(t *testing.T) {
	tests := []struct {
		call authority.Call
		want string
	}{
		{bash("env X=1  git status"), "bash(env X=1 git status)"},
		{bash("PATH=/x make 'a b'"), "bash(PATH=/x make 'a b')"},
		{bash("grep 'a*(b)' f"), `bash(grep 'a[*]\(b\)' f)`},
		{bash("az09AZ +a=b:c,d.e/f-g@h%i_j"), "bash(az09AZ +a=b:c,d.e/f-g@h%i_j)"},
		{bash("grep 'x:*'"), "bash(grep 'x:[*]')"},
		{bash("find . -exec id ';'"), "bash(find . -exec id ';')"},
		{file("write", "/ws/a [1]?.txt"), "write(/ws/a [[]1][?].txt)"},
		{file("read", "/ws/x:*"), "read(/ws/x:[*])"},
		{search(map[string]any{"query": "a*b"}), `web_search({"query":"a[*]b"})`},
		{search(nil), "web_search({})"},
	}
	for _, tt := range tests {
		rule, ok := authority.ExactRule(tt.call)
		if !ok || rule.String() != tt.want {
			t.Errorf("ExactRule(%+v) = %q, %v, want %q", tt.call, rule, ok, tt.want)
			continue
		}
		if !allowed(t, rule.String(), tt.call) {
			t.Errorf("%s does not allow the call it was made from", rule)
		}
	}
}

func TestExactRuleCoversNothingElse(t *testing.T) {
	rule, _ := authority.ExactRule(bash("grep 'a*b' f"))
	for _, line := range []string{"grep 'axb' f", "grep 'a*b' f g", "grep a*b f", "X=1 grep 'a*b' f"} {
		if allowed(t, rule.String(), bash(line)) {
			t.Errorf("%s allows %q", rule, line)
		}
	}
	rule, _ = authority.ExactRule(file("write", "/ws/[ab]"))
	if allowed(t, rule.String(), file("write", "/ws/a")) {
		t.Errorf("%s allows another path", rule)
	}
}

func TestExactRuleRefuses(t *testing.T) {
	two := file("apply_patch", "/ws/a")
	two.Targets = append(two.Targets, two.Targets[0])
	for name, call := range map[string]authority.Call{
		"two commands":     bash("git status; id"),
		"substitution":     bash("git $(id)"),
		"glob":             bash("git add *"),
		"redirection":      bash("id > x"),
		"empty command":    bash(""),
		"no command":       {Tool: "bash"},
		"two paths":        two,
		"no path":          {Tool: "read", WorkingDirs: []string{"/ws"}},
		"unresolved path":  file("read", "a"),
		"invalid path":     file("read", "/ws/\xff"),
		"invalid argument": search(map[string]any{"q": "\xff"}),
		"bad tool name":    {Tool: "a b"},
	} {
		if rule, ok := authority.ExactRule(call); ok || rule != (authority.Rule{}) {
			t.Errorf("%s: ExactRule = %q, %v", name, rule, ok)
		}
	}
}
