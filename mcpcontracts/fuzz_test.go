package mcpcontracts_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"reflect"
	"slices"
	"testing"
	"unicode/utf8"

	"github.com/openprogram/openprogram-go/mcpcontracts"
)

// FuzzDecode compares Decode with encoding/json: what both accept they read
// alike, and what only encoding/json accepts breaks one of the stricter rules.
func FuzzDecode(f *testing.F) {
	for _, text := range []string{
		`{"a":[1,-2.5e3,"x\u00e9\ud83d\ude00\ud800",true,false,null,{}]}`, `{"a":1,"a":2}`, `[[[[]]]]`, `1e999`, "\"\xff\"", `{"a":1} x`, ` "\n" `, "\ufeff{}", "[1,]",
	} {
		f.Add([]byte(text))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		got, err := mcpcontracts.Decode(text)
		if err == nil {
			assertSameAsStandard(t, text, got)
			assertFixedPoint(t, got)
			return
		}
		var refused *mcpcontracts.DecodeError
		if !errors.As(err, &refused) {
			t.Fatalf("error %v", err)
		}
		switch wellFormed := utf8.Valid(text) && json.Valid(text); {
		case wellFormed && !refused.WellFormed():
			t.Fatalf("valid JSON is refused: %v", err)
		case !wellFormed && refused.WellFormed() && refused.Kind != mcpcontracts.KindDepth:
			t.Fatalf("invalid JSON is only: %v", err)
		case wellFormed && refused.Kind == mcpcontracts.KindDuplicateKey && !hasDuplicate(text):
			t.Fatal("no key is there twice")
		}
	})
}

func assertSameAsStandard(t *testing.T, text []byte, got any) {
	t.Helper()
	decoder := json.NewDecoder(bytes.NewReader(text))
	decoder.UseNumber()
	var want any
	if err := decoder.Decode(&want); err != nil {
		t.Fatalf("encoding/json refuses it: %v", err)
	}
	if _, err := decoder.Token(); err != io.EOF {
		t.Fatal("something follows the value")
	}
	if !reflect.DeepEqual(want, got) {
		t.Fatalf("got %#v, want %#v", got, want)
	}
	if hasDuplicate(text) {
		t.Fatal("a key is there twice")
	}
}

// assertFixedPoint checks that the canonical text reads back as the same value
// and is canonical itself.
func assertFixedPoint(t *testing.T, value any) {
	t.Helper()
	text, err := mcpcontracts.Encode(value)
	if err != nil {
		t.Fatalf("Encode: %v", err)
	}
	again, err := mcpcontracts.Decode([]byte(text))
	if err != nil || !reflect.DeepEqual(value, again) {
		t.Fatalf("%s reads back as %#v (%v), want %#v", text, again, err, value)
	}
	if twice, err := mcpcontracts.Encode(again); err != nil || twice != text {
		t.Fatalf("encoded again: %s (%v), want %s", twice, err, text)
	}
}

// hasDuplicate looks for a repeated key by another way: token by token.
func hasDuplicate(text []byte) bool {
	decoder := json.NewDecoder(bytes.NewReader(text))
	type level struct {
		keys   map[string]bool
		expect bool // a key comes next
	}
	var open []level
	for {
		token, err := decoder.Token()
		if err != nil {
			return false
		}
		top := len(open) - 1
		if top >= 0 && open[top].expect {
			if key, ok := token.(string); ok {
				if open[top].keys[key] {
					return true
				}
				open[top].keys[key], open[top].expect = true, false
				continue
			}
		}
		switch token {
		case json.Delim('{'):
			open = append(open, level{keys: map[string]bool{}, expect: true})
			continue
		case json.Delim('['):
			open = append(open, level{})
			continue
		case json.Delim('}'), json.Delim(']'):
			open = open[:top]
		}
		if top = len(open) - 1; top >= 0 && open[top].keys != nil {
			open[top].expect = true
		}
	}
}

// FuzzValidate compares Validate with the rules written out by hand.
func FuzzValidate(f *testing.F) {
	for _, arguments := range []string{
		`{}`, `null`, `[]`, `"x"`, `{"session_id":"a"}`, `{"session_id":"\u00a0"}`, `{"session_id":""}`, `{"session_id":null}`, `{"prompt":"x"}`,
		`{"prompt":" ","session_id":7}`, `{"name":"x","arguments":{"a":[1,{"b":null}]}}`, `{"name":"","arguments":[]}`, `{"name":"x","arguments":null}`, `{"x":1}`,
	} {
		for i := range names {
			f.Add(uint8(i), []byte(arguments))
		}
	}
	f.Fuzz(func(t *testing.T, tool uint8, text []byte) {
		arguments, err := mcpcontracts.Decode(text)
		if err != nil {
			return
		}
		name := names[int(tool)%len(names)]
		before, _ := mcpcontracts.Encode(arguments)
		got, err := mcpcontracts.Validate(name, arguments)
		if want := violation(name, arguments); want == "" {
			if err != nil || !reflect.DeepEqual(got, normalized(name, arguments)) {
				t.Fatalf("%s of %s: %v (%v)", name, text, got, err)
			}
		} else if err == nil || err.Error() != "invalid arguments at "+want {
			t.Fatalf("%s of %s: %v, want %s", name, text, err, want)
		}
		if after, _ := mcpcontracts.Encode(arguments); after != before {
			t.Fatalf("the arguments changed from %s to %s", before, after)
		}
	})
}

func normalized(name string, arguments any) map[string]any {
	if arguments == nil {
		arguments = map[string]any{}
	}
	got := map[string]any{}
	for key, value := range arguments.(map[string]any) {
		got[key] = value
	}
	if name == mcpcontracts.ToolCall && got["arguments"] == nil {
		got["arguments"] = map[string]any{}
	}
	return got
}

// violation is the first rule that arguments break, or "".
func violation(name string, arguments any) string {
	if arguments == nil {
		arguments = map[string]any{}
	}
	members, ok := arguments.(map[string]any)
	if !ok {
		return "$: type"
	}
	texts := map[string][]string{ // in the order of their paths; the first is required
		"session_get": {"session_id"}, "prompt_cancel": {"session_id"}, "prompt_send": {"prompt", "session_id"}, "tool_call": {"name"},
	}[name]
	for key := range members {
		if !slices.Contains(texts, key) && (key != "arguments" || name != "tool_call") {
			return "$: additionalProperties"
		}
	}
	if len(texts) > 0 {
		if _, given := members[texts[0]]; !given {
			return "$: required"
		}
	}
	if name == "tool_call" {
		if _, isObject := members["arguments"].(map[string]any); !isObject && members["arguments"] != nil {
			return "$.arguments: type"
		}
	}
	for _, key := range texts {
		value, given := members[key]
		text, isText := value.(string)
		switch {
		case !given:
		case !isText:
			return "$." + key + ": type"
		case text == "":
			return "$." + key + ": minLength"
		case mcpcontracts.Blank(text):
			return "$." + key + ": pattern"
		}
	}
	return ""
}
