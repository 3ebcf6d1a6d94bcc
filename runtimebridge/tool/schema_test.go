package tool_test

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"github.com/openprogram/openprogram-go/runtimebridge"
	"github.com/openprogram/openprogram-go/runtimebridge/tool"
)

// violation gives what the gate says about arguments: "path: keyword", or ""
// when they pass.
func violation(t *testing.T, schema string, arguments map[string]any) string {
	t.Helper()
	f := newFixture(t, &fake{name: "any", schema: schema}).allowing(t, "any")
	_, err := f.gate().Call(t.Context(), fromOwner("any", arguments))
	if err == nil {
		return ""
	}
	var invalid *runtimebridge.ArgumentError
	if !errors.As(err, &invalid) {
		t.Fatalf("error %v, want an ArgumentError", err)
	}
	return invalid.Path + ": " + invalid.Keyword
}

func TestViolations(t *testing.T) {
	const nested = `{"type":"object","additionalProperties":false,"properties":{
		"changes":{"type":"array","items":{"type":"object","additionalProperties":false,
			"properties":{"path":{"type":"string","minLength":1,"pattern":"\\S"},"n":{"type":"integer","maximum":5}},"required":["path"]}},
		"free":{"type":"object","additionalProperties":{"type":"string"}},
		"one":{"oneOf":[{"type":"string"},{"type":"number"}]},
		"any":{"anyOf":[{"minLength":3},{"maxLength":1}]},
		"all":{"allOf":[{"type":"string"},{"maxLength":2}]},
		"ref":{"$ref":"#/$defs/short"},
		"never":false,
		"kind":{"const":"a"},
		"pick":{"enum":["a",1]},
		"no":{"not":{"type":"string"}},
		"when":{"type":"string","format":"date-time"}},
		"$defs":{"short":{"type":"string","maxLength":2}}}`
	tests := []struct{ name, arguments, want string }{
		{"nothing", `{}`, ""},
		{"fits", `{"changes":[{"path":"a","n":5.0}],"free":{"x":"y"},"one":1,"pick":1.0}`, ""},
		{"unknown property", `{"authority_tier":"owner"}`, "$: additionalProperties"},
		{"string for an array", `{"changes":"[]"}`, "$.changes: type"},
		{"null for an array", `{"changes":null}`, "$.changes: type"},
		{"required", `{"changes":[{"path":"a"},{}]}`, "$.changes[1]: required"},
		{"empty", `{"changes":[{"path":""}]}`, "$.changes[0].path: minLength"},
		{"blank", `{"changes":[{"path":" \t"}]}`, "$.changes[0].path: pattern"},
		{"boolean is no number", `{"changes":[{"path":"a","n":true}]}`, "$.changes[0].n: type"},
		{"fraction is no integer", `{"changes":[{"path":"a","n":1.5}]}`, "$.changes[0].n: type"},
		{"string is no number", `{"changes":[{"path":"a","n":"1"}]}`, "$.changes[0].n: type"},
		{"too large", `{"changes":[{"path":"a","n":6}]}`, "$.changes[0].n: maximum"},
		{"a key of the caller's own is not repeated", `{"free":{"s3cret":1}}`, "$.free.*: type"},
		{"oneOf", `{"one":true}`, "$.one: oneOf"},
		{"anyOf", `{"any":"xx"}`, "$.any: anyOf"},
		{"allOf names what failed", `{"all":"xxx"}`, "$.all: maxLength"},
		{"ref names what failed", `{"ref":"xxx"}`, "$.ref: maxLength"},
		{"false", `{"never":1}`, "$.never: false"},
		{"const", `{"kind":"b"}`, "$.kind: const"},
		{"enum", `{"pick":"b"}`, "$.pick: enum"},
		{"not", `{"no":"b"}`, "$.no: not"},
		{"format is no check", `{"when":"nope"}`, ""},
		{"the first by path", `{"pick":"b","changes":[{}],"kind":"b"}`, "$.changes[0]: required"},
		{"the first by keyword", `{"changes":[{"s3cret":1}]}`, "$.changes[0]: additionalProperties"},
		{"an endless number", `{"changes":[{"path":"a","n":1e1000000}]}`, "$.changes[0].n: type"},
		{"an endless number anywhere", `{"free":{"s3cret":` + strings.Repeat("9", 1001) + `}}`, "$.free.*: type"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			decoder := json.NewDecoder(strings.NewReader(test.arguments))
			decoder.UseNumber()
			var arguments map[string]any
			if err := decoder.Decode(&arguments); err != nil {
				t.Fatal(err)
			}
			if got := violation(t, nested, arguments); got != test.want {
				t.Errorf("%q, want %q", got, test.want)
			}
		})
	}
}

func TestUnevaluatedAndDependentKeywords(t *testing.T) {
	tests := []struct{ name, schema, arguments, want string }{
		{"unevaluatedProperties", `{"type":"object","unevaluatedProperties":false}`, `{"s3cret":1}`, "$: unevaluatedProperties"},
		{"dependentRequired", `{"type":"object","dependentRequired":{"a":["b"]}}`, `{"a":1}`, "$: dependentRequired"},
		{"propertyNames", `{"type":"object","propertyNames":{"maxLength":2}}`, `{"s3cret":1}`, "$: propertyNames"},
		{"patternProperties", `{"type":"object","patternProperties":{"^s":{"type":"string"}}}`, `{"s3cret":1}`, "$.*: type"},
		{"draft 7", `{"$schema":"http://json-schema.org/draft-07/schema#","type":"object","dependencies":{"a":["b"]}}`, `{"a":1}`, "$: dependencies"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			arguments, err := tool.DecodeArguments(test.arguments)
			if err != nil {
				t.Fatal(err)
			}
			if got := violation(t, test.schema, arguments); got != test.want {
				t.Errorf("%q, want %q", got, test.want)
			}
		})
	}
}

func TestALongPathIsCut(t *testing.T) {
	name := strings.Repeat("n", 500)
	schema := `{"type":"object","properties":{"` + name + `":{"type":"string"}}}`
	got := violation(t, schema, map[string]any{name: true})
	if len(got) > 200 {
		t.Errorf("%d characters", len(got))
	}
}

func TestPatternsSeeUnicode(t *testing.T) {
	tests := []struct {
		name, pattern, value string
		match                bool
	}{
		{"letter", `\S`, "a", true},
		{"space", `\S`, " ", false},
		{"no-break space", `\S`, "\u00a0", false},
		{"next line", `\S`, "\u0085", false},
		{"en quad to hair space", `\S`, "\u2000\u200a", false},
		{"ideographic space", `\S`, "\u3000", false},
		{"separators", `\S`, "\x1c\x1d\x1e\x1f", false},
		{"zero width space", `\S`, "\u200b", false},
		{"byte order mark", `\S`, "\ufeff", false},
		{"NUL", `\S`, "\x00", false},
		{"letter among blanks", `\S`, "\u3000x\u200b", true},
		{"\\s", `^\s$`, "\u3000", true},
		{"\\s in a class", `^[x\s]+$`, "x\u00a0", true},
		{"\\S in a class", `^[\S]+$`, "a b", false},
		{"class that starts with a bracket", `^[\]\s]$`, "]", true},
		{"after a class", `[a]\S`, "a\u00a0", false},
		{"\\u", `^\u00e9$`, "é", true},
		{"escaped backslash", `^\\S$`, `\S`, true},
		{"escaped slash", `^a\/b$`, "a/b", true},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			quoted, err := json.Marshal(test.pattern)
			if err != nil {
				t.Fatal(err)
			}
			schema := `{"type":"object","properties":{"v":{"pattern":` + string(quoted) + `}}}`
			got := violation(t, schema, map[string]any{"v": test.value})
			if match := got == ""; match != test.match {
				t.Errorf("match %v, want %v (%s)", match, test.match, got)
			}
		})
	}
}
