package runtimebridge_test

import (
	"encoding/json"
	"testing"

	"github.com/openprogram/openprogram-go/runtimebridge"
)

func TestArguments(t *testing.T) {
	args := runtimebridge.Arguments{
		"text": "a", "flag": true, "null": nil, "int": json.Number("7"), "whole": json.Number("2.0"),
		"half": json.Number("2.5"), "huge": json.Number("1e300"), "list": []any{map[string]any{"text": "b"}, "no object"},
	}
	if args.String("text") != "a" || args.String("flag") != "" || args.String("absent") != "" {
		t.Error("String")
	}
	if !args.Bool("flag") || args.Bool("text") || args.Bool("absent") {
		t.Error("Bool")
	}
	if !args.Has("text") || args.Has("null") || args.Has("absent") {
		t.Error("Has")
	}
	for name, want := range map[string]int{"int": 7, "whole": 2, "half": -1, "huge": -1, "text": -1, "absent": -1} {
		if got := args.Int(name, -1); got != want {
			t.Errorf("Int(%s) = %d, want %d", name, got, want)
		}
	}
	if got := args.Objects("list"); len(got) != 1 || got[0].String("text") != "b" {
		t.Errorf("Objects = %v", got)
	}
	if len(args.Objects("absent")) != 0 {
		t.Error("absent Objects")
	}
}
