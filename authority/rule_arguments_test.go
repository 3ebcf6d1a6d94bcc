package authority_test

import (
	"encoding/json"
	"math"
	"testing"

	"github.com/openprogram/openprogram-go/authority"
)

func search(arguments map[string]any) authority.Call {
	return authority.Call{Tool: "web_search", Arguments: arguments}
}

func TestArgumentRules(t *testing.T) {
	query := search(map[string]any{"query": "a<b> é", "top_k": json.Number("5"), "deep": map[string]any{"b": nil, "a": []any{true}}})
	tests := []struct {
		rule          string
		call          authority.Call
		allow, denies bool
	}{
		{"web_search", query, true, true},
		{`web_search({"deep":{"a":[true],"b":null},"query":"a<b> é","top_k":5})`, query, true, true},
		{`web_search({"deep":{"a":[true],"b":null},"QUERY":"a<b> É","top_k":5})`, query, false, true},
		{`web_search(*"query":"a<b>*)`, query, true, true},
		{`web_search(*"Query":"ａ<b>*)`, query, false, true},
		{`web_search(*"top_k":6*)`, query, false, false},
		{`web_search(a:*)`, query, false, false},
		{`web_search({})`, search(nil), true, true},
		{`web_search({})`, search(map[string]any{}), true, true},
		{`web_search(*)`, search(map[string]any{"x": math.NaN()}), false, true},
		{`web_search(x)`, search(map[string]any{"x": math.NaN()}), false, true},
		{`web_search(*)`, search(map[string]any{"x": "\xff"}), false, true},
		{`web_search(x)`, search(map[string]any{"x": []any{"\xff"}}), false, true},
		{`web_search(x)`, search(map[string]any{"x": map[string]any{"\xff": 1}}), false, true},
	}
	for _, tt := range tests {
		if got := allowed(t, tt.rule, tt.call); got != tt.allow {
			t.Errorf("%s covers %v: %v, want %v", tt.rule, tt.call.Arguments, got, tt.allow)
		}
		if got := denied(t, tt.rule, tt.call); got != tt.denies {
			t.Errorf("%s catches %v: %v, want %v", tt.rule, tt.call.Arguments, got, tt.denies)
		}
	}
}

// Only the tools of the table that work on files are judged by their paths.
func TestPathArgumentOfAnotherToolIsJSON(t *testing.T) {
	call := authority.Call{Tool: "list_jobs", Arguments: map[string]any{"path": "/etc/x"}}
	if denied(t, "list_jobs(/etc/*)", call) {
		t.Error("a path pattern catches a tool that is no file tool")
	}
	if !denied(t, `list_jobs({"path":"/etc/*"})`, call) {
		t.Error("a pattern over the JSON does not catch")
	}
}
