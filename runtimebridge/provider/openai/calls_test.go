package openai_test

import (
	"encoding/json"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/openprogram/openprogram-go/runtimebridge/provider"
	"github.com/openprogram/openprogram-go/runtimebridge/provider/stream/streamtest"
	"github.com/openprogram/openprogram-go/runtimebridge/store"
)

func TestToolCalls(t *testing.T) {
	two := []store.Call{{ID: "a", Name: "look", Arguments: `{"x":1}`}, {ID: "b", Name: "find", Arguments: `{"y":2}`}}
	piece := func(head, name, arguments string) string {
		quoted, _ := json.Marshal(arguments)
		return `{` + head + `"type":"function","function":{"name":"` + name + `","arguments":` + string(quoted) + `}}`
	}
	for _, tc := range []struct {
		name   string
		pieces []string
		want   []store.Call
	}{
		{"indexed pieces", []string{piece(`"index":0,"id":"a",`, "look", `{"x"`), piece(`"index":0,`, "", `:1}`), piece(`"index":1,"id":"b",`, "find", `{"y":2}`)}, two},
		{"interleaved", []string{piece(`"index":0,"id":"a",`, "look", `{"x"`), piece(`"index":1,"id":"b",`, "find", `{"y":`), piece(`"index":0,`, "", `:1}`), piece(`"index":1,`, "", `2}`)}, two},
		{"ids without index", []string{piece(`"id":"a",`, "look", `{"x":1}`), piece(`"id":"b",`, "find", `{"y":2}`)}, two},
		{"id and name in each piece", []string{piece(`"index":0,"id":"a",`, "look", `{"x"`), piece(`"index":0,"id":"a",`, "look", `:1}`), piece(`"index":1,"id":"b",`, "find", `{"y":2}`)}, two},
		{"second call begins at index 0 and goes on at 1", []string{piece(`"index":0,"id":"a",`, "look", `{"x":1}`), piece(`"index":0,"id":"b",`, "find", `{"y"`), piece(`"index":1,`, "", `:2}`)}, two},
		{"neither index nor id", []string{piece("", "look", `{"x":1}`), piece("", "look", `{"x":2}`)},
			[]store.Call{{ID: "call_1", Name: "look", Arguments: `{"x":1}`}, {ID: "call_2", Name: "look", Arguments: `{"x":2}`}}},
		{"neither index nor id, in pieces", []string{piece("", "look", `{"x"`), piece("", "", `:1}`), piece("", "find", `{}`)},
			[]store.Call{{ID: "call_1", Name: "look", Arguments: `{"x":1}`}, {ID: "call_2", Name: "find", Arguments: `{}`}}},
		{"empty ids", []string{piece(`"index":0,"id":"",`, "look", `{"x":1}`), piece(`"index":1,"id":"",`, "find", `{"y":2}`)},
			[]store.Call{{ID: "call_1", Name: "look", Arguments: `{"x":1}`}, {ID: "call_2", Name: "find", Arguments: `{"y":2}`}}},
		{"no arguments", []string{piece(`"index":0,"id":"a",`, "look", ``)}, []store.Call{{ID: "a", Name: "look", Arguments: `{}`}}},
		{"arguments as an object", []string{`{"index":0,"id":"a","function":{"name":"look","arguments":{"x":1}}}`}, two[:1]},
		{"broken arguments are handed on", []string{piece(`"index":0,"id":"a",`, "look", `{"x":`)}, []store.Call{{ID: "a", Name: "look", Arguments: `{"x":`}}},
	} {
		t.Run(tc.name, func(t *testing.T) {
			var all []string
			for _, p := range tc.pieces {
				all = append(all, callEvent(p))
			}
			all = append(all, `{"choices":[{"index":0,"delta":{},"finish_reason":"tool_calls"}]}`, done)
			s := streamtest.New(t, streamtest.Reply{Body: events(all...)})
			reply, _, err := ask(open(t, s.URL, quick))
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(tc.want, reply.Calls); diff != "" || reply.Stop != provider.StopCalls {
				t.Errorf("stop %s, calls (-want +got):\n%s", reply.Stop, diff)
			}
		})
	}
}
