package store_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/openprogram/openprogram-go/runtimebridge/store"
)

func reply(ids ...string) store.Step {
	s := store.Step{Kind: store.StepReply}
	for _, id := range ids {
		s.Calls = append(s.Calls, store.Call{ID: id, Name: "search", Arguments: "{}"})
	}
	return s
}

func result(id string) store.Step {
	return store.Step{Kind: store.StepResult, CallID: id, Tool: "search", Text: "found"}
}

func TestStepValid(t *testing.T) {
	call := func(id, name, arguments string) store.Step {
		return store.Step{Kind: store.StepReply, Calls: []store.Call{{ID: id, Name: name, Arguments: arguments}}}
	}
	tests := map[string]struct {
		step store.Step
		want bool
	}{
		"reply":                     {reply("a", "b"), true},
		"reply without calls":       {reply(), true},
		"result":                    {result("a"), true},
		"partial":                   {store.Step{Kind: store.StepPartial, Text: "x"}, true},
		"summary":                   {store.Step{Kind: store.StepSummary}, true},
		"arguments are any JSON":    {call("a", "search", "[1]"), true},
		"no kind":                   {store.Step{Text: "x"}, false},
		"unknown kind":              {store.Step{Kind: "Reply"}, false},
		"call without id":           {call("", "search", "{}"), false},
		"call without name":         {call("a", "", "{}"), false},
		"call without arguments":    {call("a", "search", ""), false},
		"call with broken JSON":     {call("a", "search", "{"), false},
		"calls in a result":         {store.Step{Kind: store.StepResult, CallID: "a", Calls: reply("b").Calls}, false},
		"calls in a partial":        {store.Step{Kind: store.StepPartial, Calls: reply("b").Calls}, false},
		"result of nothing":         {store.Step{Kind: store.StepResult}, false},
		"call id outside a result":  {store.Step{Kind: store.StepReply, CallID: "a"}, false},
		"call id in a partial text": {store.Step{Kind: store.StepPartial, CallID: "a"}, false},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			if got := test.step.Valid(); got != test.want {
				t.Errorf("Valid = %t, want %t", got, test.want)
			}
		})
	}
}

func TestMissingResults(t *testing.T) {
	tests := map[string]struct {
		steps   []store.Step
		missing []string
	}{
		"nothing":              {nil, nil},
		"all there":            {[]store.Step{reply("a", "b"), result("b"), result("a")}, nil},
		"none there":           {[]store.Step{reply("a", "b")}, []string{"a", "b"}},
		"one there":            {[]store.Step{reply("a", "b", "c"), result("b")}, []string{"a", "c"}},
		"in several replies":   {[]store.Step{reply("a"), reply("b"), result("b"), reply("c")}, []string{"a", "c"}},
		"an id that is reused": {[]store.Step{reply("a"), result("a"), reply("a")}, []string{"a"}},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			missing := store.MissingResults(test.steps)
			var ids []string
			for _, s := range missing {
				ids = append(ids, s.CallID)
				if s.Kind != store.StepResult || s.Tool != "search" || s.Text != store.InterruptedResult || !s.IsError {
					t.Errorf("result is %+v", s)
				}
			}
			if diff := cmp.Diff(test.missing, ids); diff != "" {
				t.Errorf("missing (-want +got):\n%s", diff)
			}
			if !store.Paired(append(test.steps, missing...)) {
				t.Error("still not paired with them")
			}
		})
	}
}

func TestPaired(t *testing.T) {
	tests := map[string]struct {
		steps []store.Step
		want  bool
	}{
		"nothing":               {nil, true},
		"paired":                {[]store.Step{reply("a", "b"), result("b"), result("a")}, true},
		"reused":                {[]store.Step{reply("a"), result("a"), reply("a"), result("a")}, true},
		"missing result":        {[]store.Step{reply("a")}, false},
		"second result":         {[]store.Step{reply("a"), result("a"), result("a")}, false},
		"result before call":    {[]store.Step{result("a"), reply("a")}, false},
		"result of no call":     {[]store.Step{reply("a"), result("b")}, false},
		"one for the other":     {[]store.Step{reply("a", "b"), result("a"), result("a")}, false},
		"result of a past call": {[]store.Step{reply("a"), result("a"), reply("b"), result("a")}, false},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			if got := store.Paired(test.steps); got != test.want {
				t.Errorf("Paired = %t, want %t", got, test.want)
			}
		})
	}
}

func TestLineError(t *testing.T) {
	whole := &store.LineError{Line: 3, Problem: "not JSON"}
	part := &store.LineError{Line: 12, Path: "messages[2].role", Problem: "missing"}
	for err, want := range map[error]string{whole: "line 3: not JSON", part: "line 12: messages[2].role: missing"} {
		if got := err.Error(); got != want {
			t.Errorf("Error = %q, want %q", got, want)
		}
	}
}
