package mcpcontracts_test

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/openprogram/openprogram-go/mcpcontracts"
)

func TestDecodeAccepts(t *testing.T) {
	tests := []struct {
		text string
		want any
	}{
		{`null`, nil},
		{`true`, true},
		{" \t\r\n false \t\r\n ", false},
		{`""`, ""},
		{`"a\"\\\/\b\f\n\r\tb"`, "a\"\\/\b\f\n\r\tb"},
		{`"\u0041\u00e9\u4E16\u4e16"`, "A\u00e9\u4e16\u4e16"},
		{`"\ud83d\ude00 \uD83D\uDE00"`, "\U0001f600 \U0001f600"},
		{"\"\u4e16\u2028\U0001f600\"", "\u4e16\u2028\U0001f600"},
		{`"\u0000"`, "\x00"},
		{"\"\x7f\"", "\x7f"},
		{`[]`, []any{}},
		{`[ 1 , [ ] , { } ]`, []any{json.Number("1"), []any{}, object{}}},
		{`{"a":1,"A":2,"":3}`, object{"a": json.Number("1"), "A": json.Number("2"), "": json.Number("3")}},
		{`{ "a" : { "a" : [ { "a" : null } ] } }`, object{"a": object{"a": []any{object{"a": nil}}}}},

		// Half a surrogate pair stands for nothing.
		{`"\ud83d"`, "\ufffd"},
		{`"\ud83dx"`, "\ufffdx"},
		{`"\ude00\ud83d"`, "\ufffd\ufffd"},
		{`"\ud83d\ud83d\ude00"`, "\ufffd\U0001f600"},
		{`"\ud83d\u0041"`, "\ufffdA"},
		{`"\ud83d\n"`, "\ufffd\n"},
	}
	for _, number := range []string{
		"0", "-0", "7", "-1.50", "1e5", "1E+05", "1.0e-7", "9007199254740993", "18446744073709551616", "1e308", "1e-999",
		strings.Repeat("9", mcpcontracts.MaxNumberLength),
	} {
		tests = append(tests, struct {
			text string
			want any
		}{number, json.Number(number)})
	}
	for _, test := range tests {
		got, err := mcpcontracts.Decode([]byte(test.text))
		if diff := cmp.Diff(test.want, got); err != nil || diff != "" {
			t.Errorf("%s: error %v, difference:\n%s", test.text, err, diff)
		}
	}
}

func TestDecodeRefuses(t *testing.T) {
	tests := map[mcpcontracts.DecodeKind][]string{
		mcpcontracts.KindSyntax: {
			"", " ", "\ufeff{}", "{", "[", "[1", "[1,", "[1,]", "[,1]", "[1 2]", "]", "{]", `{"a"}`, `{"a":}`, `{"a":1,}`,
			`{,"a":1}`, `{"a":1 "b":2}`, `{a:1}`, `{1:1}`, `{"a":1`, `{"a`, `{"a":1,`, "{\u00a0}",
			"nul", "nuli", "truE", "fals3", `{a":1}`, "nullx", "True", "NaN", "Infinity", "-", "+1", "01", "-01", "1.", ".5", "1e", "1e+", "0x1", "1_0", "--1", "1.e5",
			`"`, `"a`, `"\`, `"\"`, `"\x"`, `"\u"`, `"\u12"`, `"\u12g4"`, `"\u 123"`, "\"\n\"", "\"\t\"", "\"\x00\"", "\"\\n\x01\"", `"\ud83d\u12"`,
			"{}{}", "1 2", "[] x", "null null", "'a'", "// x", "{}\x00", `"\n`, `"\nx`,
			`{"a":1,"a":2`, strings.Repeat("[", 500), strings.Repeat("[", 500) + strings.Repeat("]", 499),
			strings.Repeat("[", 129) + `"` + strings.Repeat("]", 129), strings.Repeat("[", 129) + "\"\x01\"" + strings.Repeat("]", 129),
		},
		mcpcontracts.KindUTF8: {"\xff", "\"\xff\"", "{\"a\xc3\":1}", "\"\xed\xa0\x80\"", "\"\xc0\x80\"", "\"\xf4\x90\x80\x80\"", "{} \x80"},
		mcpcontracts.KindDuplicateKey: {
			`{"a":1,"a":1}`, `{"a":1,"b":2,"\u0061":3}`, `[{"x":{"a":null,"a":null}}]`, `{"":1,"":1}`, `{"\ud800":1,"\udc00":1}`,
		},
		mcpcontracts.KindDepth: {
			strings.Repeat("[", 129) + strings.Repeat("]", 129), strings.Repeat(`{"a":`, 9000) + "1" + strings.Repeat("}", 9000),
			strings.Repeat("[", 128) + `{"]}\"":"]"}` + strings.Repeat("]", 128), strings.Repeat("[", 1<<20) + strings.Repeat("]", 1<<20),
		},
		mcpcontracts.KindNumber: {
			strings.Repeat("9", mcpcontracts.MaxNumberLength+1), "1e309", "-1e309", "1e1000000", "1e-1000", "0e1000", "1e+0001",
			"[1e-1000000]", "0." + strings.Repeat("0", 200),
		},
		mcpcontracts.KindSize: {"[" + strings.Repeat("0,", mcpcontracts.MaxValues) + "0]", `{"a":[` + strings.Repeat("[],", mcpcontracts.MaxValues) + "0]}"},
	}
	for kind, texts := range tests {
		for _, text := range texts {
			_, err := mcpcontracts.Decode([]byte(text))
			var refused *mcpcontracts.DecodeError
			if !errors.As(err, &refused) || refused.Kind != kind {
				t.Errorf("%.60q: %v, want %s", text, err, kind)
				continue
			}
			if err.Error() != "invalid JSON: "+string(kind) || refused.Offset < 0 || refused.Offset > len(text) {
				t.Errorf("%.60q: %q at %d", text, err, refused.Offset)
			}
			malformed := kind == mcpcontracts.KindSyntax || kind == mcpcontracts.KindUTF8
			if refused.WellFormed() == malformed {
				t.Errorf("%.60q: well formed %v", text, refused.WellFormed())
			}
		}
	}
}

func TestDecodeGivesWhatCanBeAnswered(t *testing.T) {
	tests := map[string]struct {
		text string
		want any
	}{
		"duplicate key":           {`{"id":5,"params":{"a":1,"a":2,"b":3}}`, object{"id": json.Number("5"), "params": object{"a": nil, "b": json.Number("3")}}},
		"the same key thrice":     {`{"id":5,"id":6,"id":7}`, object{"id": nil}},
		"number":                  {`{"id":5,"x":1e999}`, object{"id": json.Number("5"), "x": nil}},
		"depth, before the id":    {`{"x":` + strings.Repeat("[", 300) + strings.Repeat("]", 300) + `,"id":5}`, nil},
		"too many, before the id": {`{"x":[` + strings.Repeat("{},", mcpcontracts.MaxValues) + `0],"id":5}`, nil},
		"the first fault is it":   {`{"x":1e999,"id":5,"id":6}`, object{"x": nil, "id": nil}},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			got, err := mcpcontracts.Decode([]byte(test.text))
			if err == nil {
				t.Fatal("no error")
			}
			if test.want == nil {
				if got.(object)["id"] != json.Number("5") {
					t.Errorf("id %v", got.(object)["id"])
				}
			} else if diff := cmp.Diff(test.want, got); diff != "" {
				t.Error(diff)
			}
		})
	}
	if _, err := mcpcontracts.Decode([]byte(`{"x":1e999,"id":5,"id":6}`)); err.Error() != "invalid JSON: number" {
		t.Errorf("the first fault: %v", err)
	}
	if value, err := mcpcontracts.Decode([]byte(`{"a":1,"a":2} x`)); value != nil || err.Error() != "invalid JSON: syntax" {
		t.Errorf("a syntax error outweighs: %v, %v", value, err)
	}
}

func TestDecodeDepthLimit(t *testing.T) {
	deepest := strings.Repeat(`{"a":[`, 64) + strings.Repeat("]}", 64)
	if _, err := mcpcontracts.Decode([]byte(deepest)); err != nil {
		t.Errorf("128 levels: %v", err)
	}
	if _, err := mcpcontracts.Decode([]byte("[" + deepest + "]")); err == nil {
		t.Error("129 levels are accepted")
	}
}

func TestDecodeSizeLimit(t *testing.T) {
	largest := "[" + strings.Repeat("0,", mcpcontracts.MaxValues-2) + "0]"
	if _, err := mcpcontracts.Decode([]byte(largest)); err != nil {
		t.Errorf("%d values: %v", mcpcontracts.MaxValues, err)
	}
}

func TestDecodeKeepsNothingOfItsInput(t *testing.T) {
	text := []byte(`{"name":"value","list":["a\nb",12]}`)
	got, err := mcpcontracts.Decode(text)
	if err != nil {
		t.Fatal(err)
	}
	for i := range text {
		text[i] = 'x'
	}
	want := object{"name": "value", "list": []any{"a\nb", json.Number("12")}}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}
