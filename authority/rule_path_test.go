package authority_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/openprogram/openprogram-go/authority"
)

// via is a call through a link: given one path, resolved to another.
func via(tool, raw, resolved string) authority.Call {
	return authority.Call{
		Tool:        tool,
		Targets:     []authority.Target{{Raw: raw, Resolved: resolved}},
		WorkingDirs: []string{"/ws", "/extra [1]"},
	}
}

func TestAllowPaths(t *testing.T) {
	tests := []struct {
		name, rule string
		call       authority.Call
		want       bool
	}{
		{"whole tool", "read", file("read", "/etc/x"), true},
		{"equal", "read(/etc/x)", file("read", "/etc/x"), true},
		{"longer", "read(/etc/x)", file("read", "/etc/xy"), false},
		{"star crosses slashes", "read(/etc/*)", file("read", "/etc/a/b"), true},
		{"case counts", "read(/etc/*)", file("read", "/Etc/a"), false},
		{"not the folder itself", "list(/etc/**)", file("list", "/etc"), false},
		{"no folder in between", "read(/etc/**/x)", file("read", "/etc/x"), true},
		{"folders in between", "read(/etc/**/x)", file("read", "/etc/a/b/x"), true},
		{"trailing slash is a folder", "read(/etc/)", file("read", "/etc/a"), true},
		{"prefix", "read(/etc/a:*)", file("read", "/etc/a/b"), true},
		{"prefix itself", "list(/etc/a:*)", file("list", "/etc/a"), true},
		{"prefix is of segments", "read(/etc/a:*)", file("read", "/etc/ab"), false},
		{"relative starts at the working directory", "read(src/*)", file("read", "/ws/src/a"), true},
		{"relative elsewhere", "read(src/*)", file("read", "/other/src/a"), false},
		{"relative at the second directory", "read(a.txt)", file2("read", "/extra [1]/a.txt"), true},
		{"a sign in a working directory is no sign", "read(a.txt)", file2("read", "/extra 1/a.txt"), false},
		{"a star stays in the working directories", "read(*)", file("read", "/etc/x"), false},
		{"dots in the pattern", "read(../o/*)", file("read", "/o/x"), true},
		{"resolved counts", "read(/ws/*)", via("read", "/ws/link/x", "/etc/x"), false},
		{"given does not", "read(/etc/*)", via("read", "/ws/link/x", "/etc/x"), true},
		{"not resolved", "read(*)", via("read", "a", "a"), false},
		{"invalid text", "read(/etc/*)", file("read", "/etc/\xff"), false},
		{"no path, no directory", "list(/**)", authority.Call{Tool: "list"}, false},
		{"no path is the working directory", "list(/ws)", authority.Call{Tool: "list", WorkingDirs: []string{"/ws"}}, true},
		{"home is not known", "read(~/x)", file("read", "/home/u/x"), false},
		{"other tool", "write(/etc/x)", file("read", "/etc/x"), false},
	}
	for _, tt := range tests {
		if got := allowed(t, tt.rule, tt.call); got != tt.want {
			t.Errorf("%s: %s covers %+v: %v, want %v", tt.name, tt.rule, tt.call.Targets, got, tt.want)
		}
	}
}

func file2(tool, path string) authority.Call { return via(tool, path, path) }

func TestAllowNeedsEveryPath(t *testing.T) {
	patch := authority.Call{Tool: "apply_patch", WorkingDirs: []string{"/ws"}, Targets: []authority.Target{
		{Raw: "a/x", Resolved: "/ws/a/x"}, {Raw: "b/x", Resolved: "/ws/b/x"},
	}}
	if allowed(t, "apply_patch(a/*)", patch) {
		t.Error("a rule over one of two paths allows the patch")
	}
	if !allowed(t, "apply_patch(*/x)", patch) {
		t.Error("a rule over both paths does not allow the patch")
	}
	if !denied(t, "apply_patch(b/*)", patch) {
		t.Error("a deny rule over one of two paths does not catch the patch")
	}
}

func TestDenyPaths(t *testing.T) {
	tests := []struct {
		name, rule string
		call       authority.Call
		want       bool
	}{
		{"whole tool", "read", file("read", "/etc/x"), true},
		{"below", "read(/etc/**)", file("read", "/etc/a/b"), true},
		{"another case", "read(/etc/**)", file("read", "/Etc/passwd"), true},
		{"the folder itself", "list(/etc/**)", file("list", "/etc"), true},
		{"a neighbour", "read(/etc/**)", file("read", "/etcetera"), false},
		{"through a link", "read(/etc/**)", via("read", "/ws/a", "/etc/passwd"), true},
		{"as given", "read(/ws/link/**)", via("read", "link/x", "/elsewhere/x"), true},
		{"as given, absolute", "read(/ws/link/**)", via("read", "/ws/./link/x", "/elsewhere/x"), true},
		{"prefix", "read(/etc:*)", file("read", "/ETC"), true},
		{"relative", "read(secret/*)", file("read", "/ws/secret/x"), true},
		{"relative elsewhere", "read(secret/*)", file("read", "/o/secret/x"), false},
		{"star anywhere", "read(*.pem)", file("read", "/o/a.PEM"), true},
		{"any depth, none", "read(**/.env)", file("read", "/ws/.env"), true},
		{"any depth, some", "read(**/.env)", file("read", "/ws/a/b/.env"), true},
		{"home", "read(~/.ssh/**)", file("read", "/home/u/.ssh/id"), true},
		{"root's home", "read(~/.ssh/**)", file("read", "/root/.ssh"), true},
		{"not resolved", "read(/etc/x)", via("read", "a", "a"), true},
		{"other tool", "write(/etc/x)", file("read", "/etc/x"), false},
		{"the root", "list(/*)", file("list", "/"), true},
		{"no path is the working directory", "list(/ws)", authority.Call{Tool: "list", WorkingDirs: []string{"/ws"}}, true},
		{"no path is nowhere else", "list(/etc)", authority.Call{Tool: "list", WorkingDirs: []string{"/ws"}}, false},
		{"no path, no directory", "list(/etc)", authority.Call{Tool: "list"}, true},
		{"relative, no directory", "read(x)", authority.Call{Tool: "read", Targets: []authority.Target{{Raw: "/o/x", Resolved: "/o/x"}}}, true},
	}
	for _, tt := range tests {
		if got := denied(t, tt.rule, tt.call); got != tt.want {
			t.Errorf("%s: %s catches %+v: %v, want %v", tt.name, tt.rule, tt.call.Targets, got, tt.want)
		}
	}
}

func TestRulesResolved(t *testing.T) {
	links := map[string]string{"/etc": "/private/etc", "/a/b": "/c[1]", "/etc/x": "/private/etc/x"}
	resolve := func(path string) string {
		if resolved, ok := links[path]; ok {
			return resolved
		}
		return path
	}
	parsed, err := authority.ParseRules(
		[]string{"read(/etc/**)"},
		[]string{"write(/etc/x)", "bash(/etc/x)"},
		[]string{"read(/etc/**)", "read(/etc:*)", "read(/etc/)", "read(/etc/pass*)", "read(/a/b/*)", "read(/other/*)",
			"read(etc/*)", "read(/*)", "read"},
	)
	if err != nil {
		t.Fatal(err)
	}
	var ask, deny []string
	got := parsed.Resolved(resolve)
	for _, rule := range got.Ask[len(parsed.Ask):] {
		ask = append(ask, rule.String())
	}
	for _, rule := range got.Deny[len(parsed.Deny):] {
		deny = append(deny, rule.String())
	}
	if diff := cmp.Diff([]string{"write(/private/etc/x)"}, ask); diff != "" {
		t.Errorf("added ask rules (-want +got):\n%s", diff)
	}
	want := []string{"read(/private/etc/**)", "read(/private/etc:*)", "read(/private/etc/)", "read(/private/etc/pass*)",
		"read(/c[[]1]/*)"}
	if diff := cmp.Diff(want, deny); diff != "" {
		t.Errorf("added deny rules (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff(parsed.Allow, got.Allow); diff != "" {
		t.Errorf("allow rules changed (-want +got):\n%s", diff)
	}
	if asOwner(got, file("read", "/private/etc/passwd")).Reason != authority.ReasonRuleDeny {
		t.Error("a deny rule over a link does not hold behind the link")
	}
}
