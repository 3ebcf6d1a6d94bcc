package memory_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/openprogram/openprogram-go/runtimebridge/memory"
	"github.com/santhosh-tekuri/jsonschema/v6"
)

func TestToolSpecs(t *testing.T) {
	want := map[string]bool{ // read-only
		"memory_status": true, "memory_browse": true, "memory_get": true, "memory_grep": true, "memory_search": true,
		"memory_update": false, "memory_promote": false,
	}
	got := map[string]bool{}
	for _, tool := range memory.Tools(newState(t).Workspace) {
		spec := tool.Spec()
		got[spec.Name] = spec.ReadOnly
		if spec.Description == "" {
			t.Errorf("%s has no description", spec.Name)
		}
		var schema any
		must(t, json.Unmarshal(spec.InputSchema, &schema))
		checkClosed(t, spec.Name, schema)
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// checkClosed reports objects of a schema that take properties they do not name.
func checkClosed(t *testing.T, where string, schema any) {
	t.Helper()
	object, ok := schema.(map[string]any)
	if !ok {
		return
	}
	if object["type"] == "object" && object["additionalProperties"] != false {
		t.Errorf("%s is open", where)
	}
	for name, inner := range object {
		checkClosed(t, where+"."+name, inner)
	}
}

func TestToolSchemas(t *testing.T) {
	tests := []struct {
		tool, arguments string
		valid           bool
	}{
		{"memory_status", `{}`, true},
		{"memory_status", `{"x":1}`, false},
		{"memory_browse", `{"prefix":""}`, true},
		{"memory_get", `{"path":"a.md","heading":"H","start_line":1,"max_lines":400}`, true},
		{"memory_get", `{}`, false},
		{"memory_get", `{"path":" "}`, false},
		{"memory_get", `{"path":"a.md","max_lines":401}`, false},
		{"memory_grep", `{"query":"x","prefix":"","case_sensitive":true}`, true},
		{"memory_grep", `{"query":" "}`, false},
		{"memory_search", `{"query":"x","top_k":20,"path_prefix":""}`, true},
		{"memory_search", `{"query":"x","top_k":21}`, false},
		{"memory_search", `{"query":"x","top_k":0}`, false},
		{"memory_search", `{"top_k":1}`, false},
		{"memory_promote", `{"source_id":"p1"}`, true},
		{"memory_promote", `{}`, false},
		{"memory_update", `{"base_revision":"r1f0","changes":[{"path":"projects/harbour.md","heading":"Decisions","text":"The crane stays."}]}`, true},
		{"memory_update", `{"base_revision":"r1","changes":[]}`, false},
		{"memory_update", `{"base_revision":"r1","changes":[` + strings.Repeat(`{"path":"a.md","text":"x"},`, 63) + `{"path":"a.md","text":"x"}]}`, true},
		{"memory_update", `{"base_revision":"r1","changes":[` + strings.Repeat(`{"path":"a.md","text":"x"},`, 64) + `{"path":"a.md","text":"x"}]}`, false},
		{"memory_update", `{"changes":[{"path":"a.md","text":"x"}]}`, false},
		{"memory_update", `{"base_revision":"r1","changes":[{"path":"a.md","text":" "}]}`, false},
		{"memory_update", `{"base_revision":"r1","changes":[{"path":"a.md","text":"x","mode":"replace"}]}`, false},
		{"memory_update", `{"base_revision":"r1","changes":[{"path":"日本/港 1.md","text":"x"}]}`, true},
	}
	for _, path := range []string{"a", "a.txt", "/a.md", "../a.md", "a/../b.md", ".a.md", "a/.b/c.md", "a//b.md", `a\\b.md`, `a\nb.md`, ".md"} {
		tests = append(tests, struct {
			tool, arguments string
			valid           bool
		}{"memory_update", `{"base_revision":"r1","changes":[{"path":"` + path + `","text":"x"}]}`, false})
	}
	s := newState(t)
	for _, tt := range tests {
		compiler := jsonschema.NewCompiler()
		schema, err := jsonschema.UnmarshalJSON(strings.NewReader(string(s.tool(tt.tool).Spec().InputSchema)))
		must(t, err)
		must(t, compiler.AddResource("tool.json", schema))
		compiled, err := compiler.Compile("tool.json")
		must(t, err)
		instance, err := jsonschema.UnmarshalJSON(strings.NewReader(tt.arguments))
		must(t, err)
		if err := compiled.Validate(instance); (err == nil) != tt.valid {
			t.Errorf("%s %s: %v", tt.tool, clip(tt.arguments), err)
		}
	}
}

func clip(s string) string { return s[:min(len(s), 120)] }
