package file_test

import (
	"context"
	"encoding/json"
	"errors"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/openprogram/openprogram-go/authority"
	"github.com/openprogram/openprogram-go/runtimebridge"
	"github.com/openprogram/openprogram-go/runtimebridge/file"
	"github.com/openprogram/openprogram-go/runtimebridge/tool"
)

// discard is an audit log that nobody reads.
type discard struct{}

func (discard) Append(ctx context.Context, _ runtimebridge.AuditType, _ string, _ map[string]any) error {
	return ctx.Err()
}

func TestEverySchemaIsClosedAndUsable(t *testing.T) {
	registry := tool.NewRegistry()
	readOnly := map[string]bool{}
	for _, one := range file.Tools(file.Options{}) {
		if err := registry.Register(one); err != nil {
			t.Fatal(err)
		}
		spec := one.Spec()
		readOnly[spec.Name] = spec.ReadOnly
		var schema struct {
			AdditionalProperties *bool          `json:"additionalProperties"`
			Properties           map[string]any `json:"properties"`
		}
		if err := json.Unmarshal(spec.InputSchema, &schema); err != nil {
			t.Fatalf("%s: %v", spec.Name, err)
		}
		if schema.AdditionalProperties == nil || *schema.AdditionalProperties || len(schema.Properties) == 0 || spec.Description == "" {
			t.Errorf("%s: schema %s", spec.Name, spec.InputSchema)
		}
	}
	if diff := cmp.Diff([]string{"apply_patch", "edit", "glob", "grep", "list", "read", "write"}, registry.Names()); diff != "" {
		t.Errorf("available tools (-want +got):\n%s", diff)
	}
	want := map[string]bool{"read": true, "list": true, "glob": true, "grep": true, "write": false, "edit": false, "apply_patch": false}
	if diff := cmp.Diff(want, readOnly); diff != "" {
		t.Errorf("read-only (-want +got):\n%s", diff)
	}
}

func TestASpecIsACopy(t *testing.T) {
	one := file.Tools(file.Options{})[0]
	copy(one.Spec().InputSchema, "XXXX")
	if !json.Valid(one.Spec().InputSchema) {
		t.Error("the schema was changed")
	}
}

func TestArgumentsThroughTheGate(t *testing.T) {
	registry := tool.NewRegistry()
	for _, one := range file.Tools(file.Options{WorkingDirs: []string{t.TempDir()}}) {
		if err := registry.Register(one); err != nil {
			t.Fatal(err)
		}
	}
	gate := tool.NewGate(tool.GateOptions{
		Registry: registry, Audit: discard{},
		Rules: func() (authority.Rules, error) { return authority.Rules{}, nil },
	})
	tests := []struct{ name, tool, arguments, want string }{
		{"no path", "read", `{}`, "$: required"},
		{"blank path", "read", `{"file_path":"\u3000"}`, "$.file_path: pattern"},
		{"unknown argument", "read", `{"file_path":"a","path":"b"}`, "$: additionalProperties"},
		{"offset 0", "read", `{"file_path":"a","offset":0}`, "$.offset: minimum"},
		{"path and content", "write", `{"file_path":"a"}`, "$: required"},
		{"old_string empty", "edit", `{"file_path":"a","old_string":"","new_string":"b"}`, "$.old_string: minLength"},
		{"blank patch", "apply_patch", `{"patch":"\n"}`, "$.patch: pattern"},
		{"blank pattern", "glob", `{"pattern":" "}`, "$.pattern: pattern"},
		{"mode", "grep", `{"pattern":"a","output_mode":"all"}`, "$.output_mode: enum"},
		{"blank directory", "list", `{"path":""}`, "$.path: minLength"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			arguments, err := tool.DecodeArguments(test.arguments)
			if err != nil {
				t.Fatal(err)
			}
			_, err = gate.Call(t.Context(), tool.Request{Name: test.tool, Arguments: arguments})
			var invalid *runtimebridge.ArgumentError
			if !errors.As(err, &invalid) {
				t.Fatalf("error %v, want an ArgumentError", err)
			}
			if got := invalid.Path + ": " + invalid.Keyword; got != test.want {
				t.Errorf("%q, want %q", got, test.want)
			}
		})
	}
}

func TestPathsForTheGate(t *testing.T) {
	f := newFixture(t)
	tests := []struct {
		tool      string
		arguments args
		want      []string
	}{
		{"read", args{"file_path": "a"}, []string{"a"}},
		{"write", args{"file_path": "../a"}, []string{"../a"}},
		{"edit", args{"file_path": "/etc/a"}, []string{"/etc/a"}},
		{"list", args{}, []string{"."}},
		{"list", args{"path": "b"}, []string{"b"}},
		{"glob", args{"pattern": "*"}, []string{"."}},
		{"grep", args{"pattern": "x", "path": "c"}, []string{"c"}},
		{"apply_patch", args{"patch": "*** Begin Patch\n*** Delete File: a\n*** Add File: b c\n+x\n*** End Patch\n"}, []string{"a", "b c"}},
	}
	for _, test := range tests {
		t.Run(test.tool, func(t *testing.T) {
			got, err := f.tools[test.tool].Paths(test.arguments)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(test.want, got); diff != "" {
				t.Errorf("paths (-want +got):\n%s", diff)
			}
		})
	}
	if paths, err := f.tools["apply_patch"].Paths(args{"patch": "*** Begin Patch\n*** Move File: a\n*** End Patch"}); err == nil {
		t.Errorf("a patch that cannot be read has the paths %v", paths)
	}
}
