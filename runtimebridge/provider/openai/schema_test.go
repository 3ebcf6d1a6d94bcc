package openai_test

import (
	"encoding/json"
	"testing"

	"github.com/openprogram/openprogram-go/runtimebridge"
	"github.com/openprogram/openprogram-go/runtimebridge/provider"
	"github.com/openprogram/openprogram-go/runtimebridge/provider/stream/streamtest"
)

func TestSchemasOfTools(t *testing.T) {
	for schema, want := range map[string]string{
		`{"type":"object"}`: `{"properties":{},"type":"object"}`,
		`{"type":"object","properties":{"b":{},"a":{}}}`: `{"type":"object","properties":{"b":{},"a":{}}}`,
		`{"anyOf":[{}],"type":"object","properties":{}}`: `{"anyOf":[{}],"type":"object","properties":{}}`,
	} {
		server := streamtest.New(t, streamtest.Reply{Body: events(text("ok"), finish, done)})
		_, err := open(t, server.URL, quick).Stream(t.Context(), provider.Request{
			Messages: []provider.Message{{Role: provider.RoleUser, Text: "x"}},
			Tools:    []runtimebridge.ToolSpec{{Name: "t", InputSchema: json.RawMessage(schema)}},
		}, func(provider.Event) {})
		if err != nil {
			t.Fatal(err)
		}
		var sent struct {
			Tools []struct {
				Function struct{ Parameters json.RawMessage }
			}
		}
		if err := json.Unmarshal([]byte(server.Requests()[0].Body), &sent); err != nil {
			t.Fatal(err)
		}
		if got := string(sent.Tools[0].Function.Parameters); got != want {
			t.Errorf("%s was sent as %s", schema, got)
		}
	}
}
