package tool_test

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/openprogram/openprogram-go/runtimebridge/tool"
)

func TestDecodeArguments(t *testing.T) {
	deep := func(n int) string { return `{"a":` + strings.Repeat("[", n) + strings.Repeat("]", n) + "}" }
	tests := []struct {
		name, raw string
		want      map[string]any // nil: refused
	}{
		{"nothing", "", map[string]any{}},
		{"blanks", " \r\n", map[string]any{}},
		{"null", "null", map[string]any{}},
		{"empty", "{}", map[string]any{}},
		{"numbers keep their form", `{"a":1.0,"b":12345678901234567890}`, map[string]any{"a": json.Number("1.0"), "b": json.Number("12345678901234567890")}},
		{"all kinds", ` {"s":"x","t":true,"n":null,"o":{"a":[1]}} `, map[string]any{"s": "x", "t": true, "n": nil, "o": map[string]any{"a": []any{json.Number("1")}}}},
		{"a string that holds JSON stays one", `{"text":"{\"a\":1}"}`, map[string]any{"text": `{"a":1}`}},
		{"encoded twice", `"{\"a\":1}"`, nil},
		{"array", `[]`, nil},
		{"number", `5`, nil},
		{"two values", `{} {}`, nil},
		{"cut", `{"a":1`, nil},
		{"trailing comma", `{"a":1,}`, nil},
		{"duplicate key", `{"a":1,"a":2}`, nil},
		{"duplicate key, spelled otherwise", `{"a":1,"\u0061":2}`, nil},
		{"duplicate key below", `{"o":[{"a":1,"a":1}]}`, nil},
		{"same key in two objects", `{"x":{"a":true},"y":{"a":true}}`, map[string]any{"x": map[string]any{"a": true}, "y": map[string]any{"a": true}}},
		{"keys differ by case", `{"a":true,"A":true}`, map[string]any{"a": true, "A": true}},
		{"invalid UTF-8", "{\"a\":\"\xff\"}", nil},
		{"too deep", deep(128), nil},
		{"absurd exponent", `{"a":1e1000000}`, nil},
		{"absurd negative exponent", `{"a":1E-1000000}`, nil},
		{"absurd length", `{"a":` + strings.Repeat("9", 1001) + `}`, nil},
		{"large exponent", `{"a":1e308}`, map[string]any{"a": json.Number("1e308")}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			got, err := tool.DecodeArguments(test.raw)
			if test.want == nil {
				if !errors.Is(err, tool.ErrInvalidArguments) {
					t.Errorf("got %v, %v, want ErrInvalidArguments", got, err)
				}
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(test.want, got); diff != "" {
				t.Errorf("arguments (-want +got):\n%s", diff)
			}
		})
	}
	if _, err := tool.DecodeArguments(deep(127)); err != nil {
		t.Errorf("128 levels are refused: %v", err)
	}
}

func FuzzDecodeArguments(f *testing.F) {
	for _, seed := range []string{`{}`, `{"a":[1,{"b":null}]}`, `{"a":1,"a":2}`, `[`, `{"a":1e999}`, "{\"\xff\":1}"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, raw string) {
		first, err := tool.DecodeArguments(raw)
		if err != nil {
			return
		}
		encoded, err := json.Marshal(first)
		if err != nil {
			t.Fatalf("decoded but not encodable: %v", err)
		}
		second, err := tool.DecodeArguments(string(encoded))
		if err != nil {
			t.Fatalf("not readable again: %v", err)
		}
		if diff := cmp.Diff(first, second); diff != "" {
			t.Errorf("another reading (-first +second):\n%s", diff)
		}
	})
}
