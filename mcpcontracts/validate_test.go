package mcpcontracts_test

import (
	"encoding/json"
	"errors"
	"math"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/openprogram/openprogram-go/mcpcontracts"
)

// secret stands for whatever must never be echoed.
const secret = "s3cret"

type object = map[string]any

func TestValidateAccepts(t *testing.T) {
	tests := []struct {
		name      string
		tool      string
		arguments any
		want      object
	}{
		{"sessions_list without arguments", "sessions_list", nil, object{}},
		{"sessions_list with an empty object", "sessions_list", object{}, object{}},
		{"tools_list without arguments", "tools_list", nil, object{}},
		{"tools_list with a nil map", "tools_list", object(nil), object{}},
		{"session_get", "session_get", object{"session_id": "a"}, object{"session_id": "a"}},
		{"prompt_cancel", "prompt_cancel", object{"session_id": "null"}, object{"session_id": "null"}},
		{"prompt_send", "prompt_send", object{"prompt": " hi "}, object{"prompt": " hi "}},
		{"prompt_send with a session", "prompt_send", object{"prompt": "\ufeffhi", "session_id": "\u00a0x"},
			object{"prompt": "\ufeffhi", "session_id": "\u00a0x"}},
		{"tool_call without arguments", "tool_call", object{"name": "x"}, object{"name": "x", "arguments": object{}}},
		{"tool_call with null arguments", "tool_call", object{"name": "x", "arguments": nil},
			object{"name": "x", "arguments": object{}}},
		{"tool_call with arguments", "tool_call", object{"name": "x", "arguments": object{"n": nil, "l": []any{true, "y"}}},
			object{"name": "x", "arguments": object{"n": nil, "l": []any{true, "y"}}}},
		{"a string that looks like JSON stays one", "tool_call", object{"name": "x", "arguments": object{"text": `{"a":1}`}},
			object{"name": "x", "arguments": object{"text": `{"a":1}`}}},
		{"a property name that looks odd", "tool_call", object{"name": "x", "arguments": object{"": "y", "$ref": "z"}},
			object{"name": "x", "arguments": object{"": "y", "$ref": "z"}}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			got, err := mcpcontracts.Validate(test.tool, test.arguments)
			if diff := cmp.Diff(test.want, got); err != nil || diff != "" {
				t.Errorf("error %v, difference:\n%s", err, diff)
			}
		})
	}
}

// refusals are what Validate refuses, and where.
var refusals = []struct {
	name      string
	tool      string
	arguments any
	want      string
}{
	{"an extra member of an empty tool", "sessions_list", object{secret: secret}, "$: additionalProperties"},
	{"nothing for session_get", "session_get", nil, "$: required"},
	{"an empty object for session_get", "session_get", object{}, "$: required"},
	{"an empty id", "session_get", object{"session_id": ""}, "$.session_id: minLength"},
	{"a blank id", "session_get", object{"session_id": " \t"}, "$.session_id: pattern"},
	{"a Unicode-blank id", "prompt_cancel", object{"session_id": "\u00a0\u3000\u200b\ufeff\x00"}, "$.session_id: pattern"},
	{"a number for an id", "session_get", object{"session_id": json.Number("7")}, "$.session_id: type"},
	{"null for an id", "prompt_send", object{"prompt": "x", "session_id": nil}, "$.session_id: type"},
	{"an empty optional id", "prompt_send", object{"prompt": "x", "session_id": ""}, "$.session_id: minLength"},
	{"nothing for prompt_send", "prompt_send", object{}, "$: required"},
	{"a blank prompt", "prompt_send", object{"prompt": "\n\t"}, "$.prompt: pattern"},
	{"a good prompt and a blank id", "prompt_send", object{"prompt": "x", "session_id": " "}, "$.session_id: pattern"},
	{"an empty id to cancel", "prompt_cancel", object{"session_id": ""}, "$.session_id: minLength"},
	{"nothing for tool_call", "tool_call", object{}, "$: required"},
	{"a blank name", "tool_call", object{"name": "\u0085"}, "$.name: pattern"},
	{"a list of arguments", "tool_call", object{"name": "x", "arguments": []any{secret}}, "$.arguments: type"},
	{"arguments as a JSON string", "tool_call", object{"name": "x", "arguments": `{"a":"s3cret"}`}, "$.arguments: type"},
	{"a wrongly cased member", "prompt_send", object{"prompt": "x", "Session_ID": secret}, "$: additionalProperties"},
	{"a list", "session_get", []any{secret}, "$: type"},
	{"a string", "session_get", secret, "$: type"},
	{"a number", "sessions_list", json.Number("5"), "$: type"},
	{"false", "sessions_list", false, "$: type"},

	{"an extra member before a missing one", "session_get", object{secret: 1}, "$: additionalProperties"},
	{"the whole before a part", "prompt_send", object{"session_id": ""}, "$: required"},
	{"two parts in the order of their paths", "prompt_send", object{"prompt": " ", "session_id": ""}, "$.prompt: pattern"},
	{"arguments before name", "tool_call", object{"name": "", "arguments": secret}, "$.arguments: type"},

	{"NaN", "tool_call", object{"name": "x", "arguments": object{"a": []any{math.NaN()}}}, "$: value"},
	{"infinity", "prompt_send", object{"prompt": math.Inf(-1)}, "$: value"},
	{"a channel", "prompt_send", object{"prompt": make(chan int)}, "$: value"},
	{"a struct", "prompt_send", object{"prompt": time.Time{}}, "$: value"},
	{"a pointer", "prompt_send", object{"prompt": new(string)}, "$: value"},
	{"a key that is no string", "session_get", map[int]string{1: secret}, "$: value"},
	{"a nested key that is no string", "tool_call", object{"name": "x", "arguments": map[any]any{secret: 1}}, "$: value"},
	{"invalid UTF-8", "prompt_send", object{"prompt": secret + "\xff"}, "$: value"},
	{"invalid UTF-8 in a key", "tool_call", object{"name": "x", "arguments": object{secret + "\xff": 1}}, "$: value"},
	{"a number that is none", "tool_call", object{"name": "x", "arguments": object{"a": json.Number("0x1")}}, "$: value"},
	{"an empty number", "tool_call", object{"name": "x", "arguments": object{"a": json.Number("")}}, "$: value"},
	{"a number with a huge exponent", "tool_call", object{"name": "x", "arguments": object{"a": json.Number("1e-1000000")}}, "$: value"},
	{"a number that is too long", "tool_call", object{"name": "x", "arguments": object{"a": json.Number(strings.Repeat("9", 129))}}, "$: value"},
	{"broken raw JSON", "tool_call", object{"name": "x", "arguments": json.RawMessage(`{"a":`)}, "$: value"},
	{"nothing but broken raw JSON", "session_get", json.RawMessage(secret), "$: value"},
	{"a value that contains itself", "tool_call", object{"name": "x", "arguments": cycle()}, "$: value"},
	{"a list that contains itself", "tool_call", object{"name": "x", "arguments": object{"a": cyclicList()}}, "$: value"},
}

func TestValidateRefuses(t *testing.T) {
	for _, test := range refusals {
		t.Run(test.name, func(t *testing.T) {
			got, err := mcpcontracts.Validate(test.tool, test.arguments)
			var refused *mcpcontracts.ArgumentError
			if got != nil || !errors.As(err, &refused) {
				t.Fatalf("got %v, error %v", got, err)
			}
			if want := "invalid arguments at " + test.want; err.Error() != want {
				t.Errorf("text %q, want %q", err, want)
			}
			if refused.Code() != -32602 || errors.Unwrap(err) != nil || strings.Contains(err.Error(), secret) {
				t.Errorf("code %d, cause %v", refused.Code(), errors.Unwrap(err))
			}
		})
	}
}

func cycle() object {
	m := object{}
	m["again"] = m
	return m
}

func cyclicList() []any {
	list := []any{nil}
	list[0] = list
	return list
}

func TestValidateKnowsNoOtherTool(t *testing.T) {
	for _, name := range []string{"", secret, "Sessions_List", "sessions_list ", "mcp__openprogram__sessions_list", "web_use"} {
		got, err := mcpcontracts.Validate(name, nil)
		var unknown *mcpcontracts.UnknownToolError
		if got != nil || !errors.As(err, &unknown) || unknown.Code() != -32601 || err.Error() != "unknown MCP wrapper tool" {
			t.Errorf("%q: got %v, error %v", name, got, err)
		}
	}
}

type (
	words  []string
	named  map[string]any
	myText string
	toggle bool
)

func TestValidateTakesPlainGoValues(t *testing.T) {
	got, err := mcpcontracts.Validate("tool_call", named{"name": myText("x"), "arguments": map[myText]any{
		"int": -5, "int64": int64(math.MinInt64), "uint8": uint8(5), "uint64": uint64(math.MaxUint64),
		"float": 20.5, "whole": 1.0, "float32": float32(0.1), "small": 1e-7, "large": 1e300,
		"words": words{"a", "b"}, "array": [2]int{1, 2}, "nil slice": []string(nil), "nil map": map[string]int(nil),
		"toggle": toggle(true), "raw": json.RawMessage(`[{"b":1.50}]`), "number": json.Number("-0.50E+2"),
	}})
	want := object{"name": "x", "arguments": object{
		"int": json.Number("-5"), "int64": json.Number("-9223372036854775808"), "uint8": json.Number("5"),
		"uint64": json.Number("18446744073709551615"), "float": json.Number("20.5"), "whole": json.Number("1.0"),
		"float32": json.Number("0.1"), "small": json.Number("1e-07"), "large": json.Number("1e+300"),
		"words": []any{"a", "b"}, "array": []any{json.Number("1"), json.Number("2")}, "nil slice": []any{}, "nil map": object{},
		"toggle": true, "raw": []any{object{"b": json.Number("1.50")}}, "number": json.Number("-0.50E+2"),
	}}
	if diff := cmp.Diff(want, got); err != nil || diff != "" {
		t.Errorf("error %v, difference:\n%s", err, diff)
	}
	if _, err := mcpcontracts.Validate("session_get", json.RawMessage(`{"session_id":"a"}`)); err != nil {
		t.Errorf("raw JSON: %v", err)
	}
	if _, err := mcpcontracts.Validate("session_get", json.RawMessage(`[]`)); err == nil || err.Error() != "invalid arguments at $: type" {
		t.Errorf("raw JSON that is no object: %v", err)
	}
}

func TestValidateDetaches(t *testing.T) {
	inner := object{"list": []any{object{"a": "b"}}, "text": "x"}
	arguments := object{"name": "x", "arguments": inner}
	before, err := json.Marshal(arguments)
	if err != nil {
		t.Fatal(err)
	}
	got, err := mcpcontracts.Validate("tool_call", arguments)
	if err != nil {
		t.Fatal(err)
	}
	got["name"] = "changed"
	gotInner := got["arguments"].(object)
	gotInner["text"] = "changed"
	gotInner["list"].([]any)[0].(object)["a"] = "changed"
	gotInner["list"].([]any)[0] = nil

	if after, err := json.Marshal(arguments); err != nil || string(after) != string(before) {
		t.Errorf("the caller's value changed from %s to %s", before, after)
	}
	if _, err := mcpcontracts.Validate("tool_call", object{"name": "x"}); err != nil {
		t.Fatal(err)
	}
	original := object{"name": "x", "arguments": nil}
	if _, err := mcpcontracts.Validate("tool_call", original); err != nil || original["arguments"] != nil {
		t.Errorf("the caller's value was normalized: %v, %v", original, err)
	}
}

func TestValidateBoundsDepth(t *testing.T) {
	nested := func(levels int) object {
		value := object{}
		for range levels - 1 {
			value = object{"a": value}
		}
		return value
	}
	nestedList := func(levels int) object {
		value := []any{}
		for range levels - 2 {
			value = []any{value}
		}
		return object{"a": value}
	}
	for name, nest := range map[string]func(int) object{"objects": nested, "lists": nestedList} {
		// The arguments of tool_call are one level; the rest hangs below them.
		deepest := object{"name": "x", "arguments": nest(mcpcontracts.MaxDepth - 1)}
		if _, err := mcpcontracts.Validate("tool_call", deepest); err != nil {
			t.Errorf("%s, %d levels: %v", name, mcpcontracts.MaxDepth, err)
		}
		deeper := object{"name": "x", "arguments": nest(mcpcontracts.MaxDepth)}
		if _, err := mcpcontracts.Validate("tool_call", deeper); err == nil || err.Error() != "invalid arguments at $: value" {
			t.Errorf("%s, %d levels: %v", name, mcpcontracts.MaxDepth+1, err)
		}
	}
}

func TestArgumentErrorStaysShort(t *testing.T) {
	for name, path := range map[string]string{
		"ASCII": "$." + strings.Repeat("a", 5000),
		"wide":  "$." + strings.Repeat("\u4e16", 5000),
	} {
		err := &mcpcontracts.ArgumentError{Path: path, Keyword: "unevaluatedProperties"}
		text := err.Error()
		if len(text) >= 240 || !strings.HasSuffix(text, ": unevaluatedProperties") || strings.ToValidUTF8(text, "") != text {
			t.Errorf("%s: %q", name, text)
		}
		if runtime := mcpcontracts.RuntimeArgumentsText(path, err.Keyword); len(runtime) >= 240 {
			t.Errorf("%s: %q", name, runtime)
		}
	}
}
