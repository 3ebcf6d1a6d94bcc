package store_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/openprogram/openprogram-go/runtimebridge/store"
)

func TestMissingResults(t *testing.T) {
	calls := store.Step{Kind: store.StepReply, Calls: []store.Call{{ID: "a", Name: "x"}, {ID: "b", Name: "y"}}}
	result := func(id string) store.Step { return store.Step{Kind: store.StepResult, CallID: id} }
	lost := func(id, tool string) store.Step {
		return store.Step{Kind: store.StepResult, CallID: id, Tool: tool, Text: store.InterruptedResult, IsError: true}
	}
	for _, tc := range []struct {
		name  string
		steps []store.Step
		want  []store.Step
	}{
		{"no steps", nil, nil},
		{"all answered", []store.Step{calls, result("a"), result("b")}, nil},
		{"second unanswered", []store.Step{calls, result("a")}, []store.Step{lost("b", "y")}},
		{"none answered", []store.Step{calls}, []store.Step{lost("a", "x"), lost("b", "y")}},
		{"an id used again", []store.Step{calls, result("a"), result("b"), calls, result("a")}, []store.Step{lost("b", "y")}},
	} {
		t.Run(tc.name, func(t *testing.T) {
			if diff := cmp.Diff(tc.want, store.MissingResults(tc.steps)); diff != "" {
				t.Error(diff)
			}
		})
	}
}
