package main

import (
	"strings"
	"testing"

	"github.com/openprogram/openprogram-go/scripts/internal/workspace"
)

const (
	initialized = `{"jsonrpc":"2.0","id":1,"result":{"serverInfo":{"name":"openprogram"}}}` + "\n"
	listed      = `{"jsonrpc":"2.0","id":2,"result":{"tools":[{"name":"sessions_list"},{"name":"session_get"},{"name":"prompt_send"},{"name":"prompt_cancel"},{"name":"tools_list"},{"name":"tool_call"}]}}` + "\n"
	called      = `{"jsonrpc":"2.0","id":3,"result":{"content":[{"type":"text","text":"7"}]}}` + "\n"
)

func TestCheckReplies(t *testing.T) {
	for name, c := range map[string]struct {
		out   string
		fault string
	}{
		"in any order":       {called + listed + initialized, ""},
		"nothing":            {"", "initialize"},
		"a line of a log":    {"serving\n" + initialized + listed + called, `writes "serving`},
		"a tool is missing":  {initialized + strings.Replace(listed, `{"name":"tools_list"},`, "", 1) + called, "tools/list"},
		"another order":      {initialized + strings.Replace(listed, "session_get", "tool_call", 1) + called, "tools/list"},
		"no answer to calls": {initialized + listed, "tool_call"},
	} {
		t.Run(name, func(t *testing.T) {
			err := checkReplies([]byte(c.out))
			if c.fault == "" && err != nil {
				t.Fatal(err)
			}
			if c.fault != "" && (err == nil || !strings.Contains(err.Error(), c.fault)) {
				t.Errorf("error %v, want one with %q", err, c.fault)
			}
		})
	}
}

func TestVersion(t *testing.T) {
	modules := []workspace.Module{{Siblings: map[string]string{"a": "v0.2.0", "b": "v0.10.0"}}}
	if got := version(modules, strings.Repeat("0", 40)); got != "v0.10.0-dev.g000000000000" {
		t.Errorf("got %s", got)
	}
}

func TestSteps(t *testing.T) {
	b := &bench{space: &workspace.Workspace{Modules: []workspace.Module{{Name: "a"}, {Name: "b"}}}}
	for want, names := range map[string][]string{
		"a: tidy, vet, test|b: tidy, vet, test|openprogram-cli: go install, openprogram version|a client on mcpcontracts alone, on Go 1.24|a server on mcpserver with a runtime of its own": nil,
		"a: zip|b: tidy, vet, test": {"b"},
	} {
		steps, err := b.steps(names)
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, s := range steps {
			got = append(got, s.name)
		}
		if strings.Join(got, "|") != want {
			t.Errorf("%v: the steps are %q", names, got)
		}
	}
	if _, err := b.steps([]string{"c"}); err == nil {
		t.Error("a module that is not there is looked at")
	}
}
