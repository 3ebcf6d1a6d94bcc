package mcpcontracts_test

import (
	"encoding/json"
	"errors"
	"math"
	"strings"
	"testing"

	"github.com/openprogram/openprogram-go/mcpcontracts"
)

func TestEncode(t *testing.T) {
	tests := []struct {
		name    string
		payload any
		want    string
	}{
		{"no sessions", []mcpcontracts.SessionSummary(nil), `[]`},
		{"no messages", []mcpcontracts.Message{}, `[]`},
		{"no tools", []mcpcontracts.RuntimeTool(nil), `[]`},
		{"sessions", []mcpcontracts.SessionSummary{{ID: "a", Title: "", UpdatedAt: 1}, {ID: "b", Title: "<t>", UpdatedAt: 1764547200.25}},
			`[{"id":"a","title":"","updated_at":1.0},{"id":"b","title":"<t>","updated_at":1764547200.25}]`},
		{"messages", []mcpcontracts.Message{{Content: "c", ID: "i", Role: "user", Timestamp: 20.5}},
			`[{"content":"c","id":"i","role":"user","timestamp":20.5}]`},
		{"a prompt", mcpcontracts.PromptResult{AssistantMessageID: "m", Failed: true, SessionID: "s", Text: "t"},
			`{"assistant_msg_id":"m","failed":true,"session_id":"s","text":"t"}`},
		{"a cancel", mcpcontracts.CancelResult{SessionID: "s"}, `{"cancelled":false,"session_id":"s"}`},
		{"tools", []mcpcontracts.RuntimeTool{{Description: "d", Name: "n", InputSchema: json.RawMessage(
			` {"type":"object", "properties":{"b":{"default":1.50},"a":{}}} `)}},
			`[{"description":"d","inputSchema":{"properties":{"a":{},"b":{"default":1.50}},"type":"object"},"name":"n"}]`},

		{"null", nil, `null`},
		{"nil slice", []any(nil), `[]`},
		{"nil map", map[string]any(nil), `{}`},
		{"sorted keys", object{"b": 1, "a": object{"\u00e9": 1, "z": 2, "Z": 3, "": 4, "\U0001f600": 5, "\uff5e": 6}},
			"{\"a\":{\"\":4,\"Z\":3,\"z\":2,\"\u00e9\":1,\"\uff5e\":6,\"\U0001f600\":5},\"b\":1}"},
		{"numbers", []any{1.0, 20.5, 0.0, 0.1, 1e-5, 1e16, 1e15, 123456789012345.6, math.MaxFloat64, math.SmallestNonzeroFloat64, json.Number("1.0"), 1 << 60},
			`[1.0,20.5,0.0,0.1,1e-05,1e+16,1000000000000000.0,123456789012345.6,1.7976931348623157e+308,5e-324,1.0,1152921504606846976]`},
		{"negative zero", math.Copysign(0, -1), `-0.0`},
		{"words", []any{true, false, nil}, `[true,false,null]`},
		{"no HTML escapes", "<>&'\u2028\u2029\u007f", "\"<>&'\u2028\u2029\u007f\""},
		{"short escapes", "\b\f\n\r\t\"\\/", `"\b\f\n\r\t\"\\/"`},
		{"other control characters", "\x00\x01\x0b\x1b\x1f", `"\u0000\u0001\u000b\u001b\u001f"`},
		{"wide characters", "\u00e9\u4e16\U0001f600\ufffd\ufeff", "\"\u00e9\u4e16\U0001f600\ufffd\ufeff\""},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			if got, err := mcpcontracts.Encode(test.payload); err != nil || got != test.want {
				t.Errorf("%s (%v), want %s", got, err, test.want)
			}
		})
	}
}

func TestEncodeRefuses(t *testing.T) {
	bad := "\xff"
	tests := map[string]any{
		"session id":       []mcpcontracts.SessionSummary{{ID: bad}},
		"session title":    []mcpcontracts.SessionSummary{{Title: bad}},
		"session time":     []mcpcontracts.SessionSummary{{UpdatedAt: math.NaN()}},
		"message content":  []mcpcontracts.Message{{Content: bad}},
		"message id":       []mcpcontracts.Message{{ID: bad}},
		"message role":     []mcpcontracts.Message{{Role: bad}},
		"message time":     []mcpcontracts.Message{{}, {Timestamp: math.Inf(1)}},
		"prompt message":   mcpcontracts.PromptResult{AssistantMessageID: bad},
		"prompt session":   mcpcontracts.PromptResult{SessionID: bad},
		"prompt text":      mcpcontracts.PromptResult{Text: "\xed\xa0\x80"},
		"cancel session":   mcpcontracts.CancelResult{SessionID: bad},
		"tool name":        []mcpcontracts.RuntimeTool{{Name: bad, InputSchema: json.RawMessage(`{}`)}},
		"tool description": []mcpcontracts.RuntimeTool{{Description: bad, InputSchema: json.RawMessage(`{}`)}},
		"tool schema":      []mcpcontracts.RuntimeTool{{InputSchema: json.RawMessage(`{"a":1,"a":2}`)}},
		"no tool schema":   []mcpcontracts.RuntimeTool{{}},
		"a string":         bad,
		"a key":            object{bad: 1},
		"NaN":              []any{math.NaN()},
		"float32 infinity": float32(math.Inf(1)),
		"a number":         json.Number("1e999"),
		"raw JSON":         json.RawMessage(`[`),
		"a function":       func() {},
		"itself":           cycle(),
	}
	for name, payload := range tests {
		t.Run(name, func(t *testing.T) {
			got, err := mcpcontracts.Encode(payload)
			if got != "" || !errors.Is(err, mcpcontracts.ErrSerialization) || errors.Unwrap(err) != nil || strings.Contains(err.Error(), bad) {
				t.Errorf("%q, error %v", got, err)
			}
		})
	}
}

// shapes gives the fixed shapes and, for each, the same payload as a JSON value.
func shapes(text string, seconds float64, flag bool) map[string][2]any {
	return map[string][2]any{
		"sessions": {
			[]mcpcontracts.SessionSummary{{ID: text, Title: text, UpdatedAt: seconds}, {ID: "x"}},
			[]any{
				object{"id": text, "title": text, "updated_at": seconds},
				object{"id": "x", "title": "", "updated_at": 0.0},
			},
		},
		"messages": {
			[]mcpcontracts.Message{{Content: text, ID: text, Role: text, Timestamp: seconds}, {}},
			[]any{
				object{"content": text, "id": text, "role": text, "timestamp": seconds},
				object{"content": "", "id": "", "role": "", "timestamp": 0.0},
			},
		},
		"prompt": {
			mcpcontracts.PromptResult{AssistantMessageID: text, Failed: flag, SessionID: text, Text: text},
			object{"assistant_msg_id": text, "failed": flag, "session_id": text, "text": text},
		},
		"cancel": {
			mcpcontracts.CancelResult{Cancelled: flag, SessionID: text},
			object{"cancelled": flag, "session_id": text},
		},
		"tools": {
			[]mcpcontracts.RuntimeTool{{Description: text, InputSchema: json.RawMessage(`{"b":[1],"a":{}}`), Name: text}},
			[]any{object{"description": text, "inputSchema": object{"b": []any{1}, "a": object{}}, "name": text}},
		},
	}
}

// FuzzEncodeShapes proves that the shapes are written as any JSON value is, and
// that what is written is read back unchanged.
func FuzzEncodeShapes(f *testing.F) {
	f.Add("plain", 20.5, true)
	f.Add("<\x00\n\"\\\u2028\u4e16\U0001f600>", 1764547200.000001, false)
	f.Add("\xff", 0.0, false)
	f.Add("", math.NaN(), true)
	f.Add("x", math.Inf(-1), true)
	f.Fuzz(func(t *testing.T, text string, seconds float64, flag bool) {
		for name, shape := range shapes(text, seconds, flag) {
			direct, directErr := mcpcontracts.Encode(shape[0])
			generic, genericErr := mcpcontracts.Encode(shape[1])
			if direct != generic || directErr != genericErr {
				t.Fatalf("%s: %s (%v), as a JSON value %s (%v)", name, direct, directErr, generic, genericErr)
			}
			if directErr == nil && !json.Valid([]byte(direct)) {
				t.Fatalf("%s: no JSON: %s", name, direct)
			}
		}
	})
}
