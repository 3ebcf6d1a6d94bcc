package tool_test

import (
	"context"
	"encoding/json"
	"errors"
	"testing"

	"go.uber.org/goleak"

	"github.com/openprogram/openprogram-go/authority"
	"github.com/openprogram/openprogram-go/runtimebridge"
	"github.com/openprogram/openprogram-go/runtimebridge/tool"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

func TestNewGateRefusesToBeIncomplete(t *testing.T) {
	complete := newFixture(t).options
	tests := []struct {
		name   string
		remove func(*tool.GateOptions)
	}{
		{"no registry", func(o *tool.GateOptions) { o.Registry = nil }},
		{"no rules", func(o *tool.GateOptions) { o.Rules = nil }},
		{"no audit", func(o *tool.GateOptions) { o.Audit = nil }},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			defer func() {
				if recover() == nil {
					t.Error("no panic")
				}
			}()
			options := complete
			test.remove(&options)
			tool.NewGate(options)
		})
	}
}

func TestCallOfAMissingToolIsNotFound(t *testing.T) {
	f := newFixture(t, &fake{name: "broken", schema: `{"type":"object","properties":{"a":{"pattern":"(?=x)"}}}`})
	for _, name := range []string{"unknown", "broken", ""} {
		_, err := f.gate().Call(t.Context(), fromOwner(name, nil))
		if err != runtimebridge.ErrToolNotFound {
			t.Errorf("%q: error %v, want ErrToolNotFound", name, err)
		}
	}
	if got := f.audit.kinds(); len(got) != 0 {
		t.Errorf("records %v, want none: nothing was decided", got)
	}
}

func TestArgumentsAreCheckedBeforeAnythingIsDecided(t *testing.T) {
	bash := &fake{name: "bash", schema: `{"type":"object","properties":{"command":{"type":"string"}},"required":["command"]}`}
	f := newFixture(t, bash)
	_, err := f.gate().Call(t.Context(), fromClient(t, "bash", nil))
	var invalid *runtimebridge.ArgumentError
	if !errors.As(err, &invalid) || invalid.Path != "$" || invalid.Keyword != "required" {
		t.Errorf("error %v, want $: required", err)
	}
	if got := f.audit.kinds(); len(got) != 0 {
		t.Errorf("records %v, want none", got)
	}
}

func TestTheToolGetsACopyOfTheArguments(t *testing.T) {
	arguments := map[string]any{"list": []any{map[string]any{"a": json.Number("1")}}, "authority_tier": "owner"}
	var seen runtimebridge.Invocation
	mutating := &fake{name: "memory_get", readOnly: true, run: func(_ context.Context, in runtimebridge.Invocation) (runtimebridge.Result, error) {
		seen = in
		in.Arguments["list"].([]any)[0].(map[string]any)["a"] = "changed"
		in.Arguments["more"] = true
		return runtimebridge.TextResult("ok"), nil
	}}
	f := newFixture(t, mutating)
	if _, err := f.gate().Call(t.Context(), fromClient(t, "memory_get", arguments)); err != nil {
		t.Fatal(err)
	}
	if got := arguments["list"].([]any)[0].(map[string]any)["a"]; got != json.Number("1") || len(arguments) != 2 {
		t.Errorf("the caller's arguments were changed: %v", arguments)
	}
	if seen.Grant.Tier != authority.TierPaired || seen.Source != authority.SourceMCP {
		t.Errorf("an argument changed the rights: %+v", seen.Grant)
	}
	if seen.Origin != "mcp/"+clientID+"/7" || seen.CallID == "" {
		t.Errorf("origin %q, call %q", seen.Origin, seen.CallID)
	}
}
