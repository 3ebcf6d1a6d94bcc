package tool_test

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/openprogram/openprogram-go/runtimebridge"
	"github.com/openprogram/openprogram-go/runtimebridge/tool"
)

func TestRegisterRefusesNamesThatProvidersRefuse(t *testing.T) {
	tests := []struct {
		name string
		ok   bool
	}{
		{"memory_search", true},
		{"mcp__notes__Read-1", true},
		{strings.Repeat("a", 64), true},
		{strings.Repeat("a", 65), false},
		{"", false},
		{"a b", false},
		{"a.b", false},
		{"näme", false},
		{"a\x00", false},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			err := tool.NewRegistry().Register(&fake{name: test.name})
			if ok := err == nil; ok != test.ok {
				t.Errorf("error %v, want ok %v", err, test.ok)
			}
			if !test.ok && !errors.Is(err, tool.ErrInvalidName) {
				t.Errorf("error %v, want ErrInvalidName", err)
			}
		})
	}
}

func TestANameIsGivenOnce(t *testing.T) {
	r := tool.NewRegistry()
	first := &fake{name: "read", schema: `{"type":"object","title":"first"}`}
	if err := r.Register(first); err != nil {
		t.Fatal(err)
	}
	if err := r.Register(&fake{name: "read"}); !errors.Is(err, tool.ErrDuplicate) {
		t.Errorf("error %v, want ErrDuplicate", err)
	}
	spec, _ := r.Lookup("read")
	if !strings.Contains(string(spec.InputSchema), "first") {
		t.Error("the second tool took the name")
	}
	if !r.Remove("read") || r.Remove("read") {
		t.Error("Remove does not tell whether the tool was there")
	}
	if err := r.Register(&fake{name: "read"}); err != nil {
		t.Errorf("after Remove: %v", err)
	}
}

func TestLookupGivesACopy(t *testing.T) {
	r := tool.NewRegistry()
	if err := r.Register(&fake{name: "read"}); err != nil {
		t.Fatal(err)
	}
	spec, ok := r.Lookup("read")
	if !ok {
		t.Fatal("not found")
	}
	copy(spec.InputSchema, "XXXX")
	again, _ := r.Lookup("read")
	if string(again.InputSchema) != anything {
		t.Errorf("schema is now %s", again.InputSchema)
	}
}

func TestAToolWithABrokenSchemaIsNotAvailable(t *testing.T) {
	file := filepath.Join(t.TempDir(), "schema.json")
	if err := os.WriteFile(file, []byte(`{"type":"string"}`), 0o600); err != nil {
		t.Fatal(err)
	}
	broken := map[string]string{
		"no JSON":            `{`,
		"no object":          `true`,
		"another type":       `{"type":"string"}`,
		"no type":            `{"properties":{}}`,
		"wrong keyword type": `{"type":"object","required":5}`,
		"look-ahead":         `{"type":"object","properties":{"a":{"pattern":"(?=x)"}}}`,
		"ref to a file":      `{"type":"object","properties":{"a":{"$ref":"file://` + filepath.ToSlash(file) + `"}}}`,
		"ref to the network": `{"type":"object","properties":{"a":{"$ref":"http://127.0.0.1:1/x"}}}`,
		"ref to nothing":     `{"type":"object","properties":{"a":{"$ref":"#/$defs/none"}}}`,
	}
	for name, schema := range broken {
		t.Run(name, func(t *testing.T) {
			r := tool.NewRegistry()
			if err := r.Register(&fake{name: "odd", schema: schema}); err != nil {
				t.Fatal(err)
			}
			if _, ok := r.Lookup("odd"); ok {
				t.Error("Lookup finds it")
			}
			if got := r.Names(); len(got) != 0 {
				t.Errorf("Names gives %v", got)
			}
		})
	}
}

func TestNamesAreSorted(t *testing.T) {
	r := tool.NewRegistry()
	for _, name := range []string{"write", "Bash", "read", "list"} {
		if err := r.Register(&fake{name: name}); err != nil {
			t.Fatal(err)
		}
	}
	if diff := cmp.Diff([]string{"Bash", "list", "read", "write"}, r.Names()); diff != "" {
		t.Errorf("names (-want +got):\n%s", diff)
	}
}

func TestTheRegistryIsSafeForConcurrentUse(t *testing.T) {
	r := tool.NewRegistry()
	var all sync.WaitGroup
	for _, name := range []string{"a", "b", "c", "d"} {
		all.Go(func() {
			if err := r.Register(&fake{name: name}); err != nil {
				t.Error(err)
			}
			r.Names()
			if _, ok := r.Lookup(name); !ok {
				t.Errorf("%s is not found", name)
			}
			r.Remove(name)
		})
	}
	all.Wait()
	if got := r.Names(); len(got) != 0 {
		t.Errorf("left over: %v", got)
	}
}

func TestASpecIsReadOnce(t *testing.T) {
	changing := &fake{name: "read"}
	r := tool.NewRegistry()
	if err := r.Register(changing); err != nil {
		t.Fatal(err)
	}
	changing.name, changing.readOnly = "write", true
	want := runtimebridge.ToolSpec{Name: "read", InputSchema: []byte(anything)}
	got, _ := r.Lookup("read")
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("spec (-want +got):\n%s", diff)
	}
}
