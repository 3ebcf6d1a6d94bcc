package mcpcontracts

import (
	"errors"
	"os"
	"path/filepath"
	"testing"
)

func TestSchemasLoadNothing(t *testing.T) {
	file := filepath.ToSlash(filepath.Join(t.TempDir(), "other.json"))
	if err := os.WriteFile(file, []byte(`{"type":"string"}`), 0o600); err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string]string{
		"a file":        `{"$ref":"file://` + file + `"}`,
		"a neighbour":   `{"$ref":"other.json"}`,
		"the network":   `{"$ref":"http://127.0.0.1:1/schema"}`,
		"other pattern": `{"pattern":"a"}`,
		"no JSON":       `{`,
		"no schema":     `7`,
	} {
		if _, err := compileSchema([]byte(text)); err == nil {
			t.Errorf("%s: compiles", name)
		}
	}
}

func TestFirstViolation(t *testing.T) {
	schema, err := compileSchema([]byte(`{
		"properties": {
			"list": {"type": "array", "items": {"required": ["a"], "properties": {"a": {"minLength": 2, "pattern": "\\S"}}}},
			"7": false,
			"either": {"anyOf": [{"type": "string"}, {"minimum": 5}]}
		}
	}`))
	if err != nil {
		t.Fatal(err)
	}
	for arguments, want := range map[string]string{
		`{"list":[{"a":"xx"},{}]}`:            "$.list[1]: required",
		`{"list":[{},{"a":" "}]}`:             "$.list[0]: required",
		`{"list":[{"a":"xx"},{"a":" "}]}`:     "$.list[1].a: minLength",
		`{"list":[{"a":"xx"},{"a":"  "}]}`:    "$.list[1].a: pattern",
		`{"list":{}}`:                         "$.list: type",
		`{"7":1}`:                             "$[7]: value",
		`{"either":4}`:                        "$.either: minimum",
		`{"either":4,"list":7,"7":1,"zz":""}`: "$.either: minimum",
	} {
		value, err := Decode([]byte(arguments))
		if err != nil {
			t.Fatal(err)
		}
		if got := firstViolation(schema.Validate(value)).Error(); got != "invalid arguments at "+want {
			t.Errorf("%s: %s, want %s", arguments, got, want)
		}
	}
}

func TestAnUnexpectedErrorIsAViolationWithoutText(t *testing.T) {
	if got := firstViolation(errors.New("secret")).Error(); got != "invalid arguments at $: value" {
		t.Errorf("text %q", got)
	}
}
