package openai_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"go.uber.org/goleak"

	"github.com/openprogram/openprogram-go/runtimebridge"
	"github.com/openprogram/openprogram-go/runtimebridge/provider"
	"github.com/openprogram/openprogram-go/runtimebridge/provider/openai"
	"github.com/openprogram/openprogram-go/runtimebridge/provider/stream"
	"github.com/openprogram/openprogram-go/runtimebridge/provider/stream/streamtest"
	"github.com/openprogram/openprogram-go/runtimebridge/store"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// quick keeps the limits short; every wait that a test depends on is an event.
var quick = stream.Options{Backoff: time.Millisecond, Silence: 10 * time.Second, FirstByte: 10 * time.Second}

func open(t *testing.T, url string, options stream.Options) *openai.Provider {
	t.Helper()
	p, err := openai.New(openai.Options{
		BaseURL: url, Model: "m", Key: func() (string, error) { return "key-canary", nil }, Stream: options,
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(p.Close)
	return p
}

func ask(p *openai.Provider) (provider.Reply, string, error) {
	var streamed strings.Builder
	reply, err := p.Stream(context.Background(), hello, func(e provider.Event) { streamed.WriteString(e.Text) })
	return reply, streamed.String(), err
}

var hello = provider.Request{
	System:   "be brief",
	Messages: []provider.Message{{Role: provider.RoleUser, Text: "hello"}},
	Tools:    []runtimebridge.ToolSpec{{Name: "look", Description: "looks", InputSchema: json.RawMessage(`{"type":"object"}`)}},
}

func events(values ...string) string {
	var b strings.Builder
	for _, v := range values {
		fmt.Fprintf(&b, "data: %s\n\n", v)
	}
	return b.String()
}

const (
	done   = "[DONE]"
	finish = `{"choices":[{"index":0,"delta":{},"finish_reason":"stop"}]}`
)

func text(s string) string {
	quoted, _ := json.Marshal(s)
	return `{"choices":[{"index":0,"delta":{"content":` + string(quoted) + `}}]}`
}

func callEvent(inner string) string {
	return `{"choices":[{"index":0,"delta":{"tool_calls":[` + inner + `]}}]}`
}

func TestTextStreams(t *testing.T) {
	s := streamtest.New(t, streamtest.Reply{Body: events(
		`{"choices":[{"index":0,"delta":{"role":"assistant","content":""}}]}`, text("Hello "), text("世界"), finish,
		`{"choices":[],"usage":{"prompt_tokens":7,"completion_tokens":2}}`, done)})
	reply, streamed, err := ask(open(t, s.URL, quick))
	if err != nil {
		t.Fatal(err)
	}
	want := provider.Reply{Text: "Hello 世界", Stop: provider.StopEnd, Usage: provider.Usage{Input: 7, Output: 2}}
	if diff := cmp.Diff(want, reply); diff != "" || streamed != want.Text {
		t.Errorf("streamed %q, reply (-want +got):\n%s", streamed, diff)
	}
}

func TestRequestOnTheWire(t *testing.T) {
	s := streamtest.New(t, streamtest.Reply{Body: events(text("ok"), finish, done)})
	p := open(t, s.URL+"/prefix/v1/", quick)
	req := hello
	req.Messages = []provider.Message{
		{Role: provider.RoleUser, Text: "look twice"},
		{Role: provider.RoleAssistant, Calls: []store.Call{{ID: "a", Name: "look", Arguments: `{"x":1}`}, {ID: "b", Name: "look", Arguments: `{}`}}},
		{Role: provider.RoleTool, CallID: "a", Tool: "look", Text: "", Images: []store.Image{{Data: "AAAA", MIMEType: "image/png"}}},
		{Role: provider.RoleTool, CallID: "b", Tool: "look", Text: "seen"},
	}
	if _, err := p.Stream(context.Background(), req, func(provider.Event) {}); err != nil {
		t.Fatal(err)
	}
	got := s.Requests()[0]
	if got.Path != "/prefix/v1/chat/completions" || got.Header.Get("Authorization") != "Bearer key-canary" {
		t.Errorf("path %q, authorization %q", got.Path, got.Header.Get("Authorization"))
	}
	want := `{"model":"m","messages":[{"role":"system","content":"be brief"},{"role":"user","content":"look twice"},` +
		`{"role":"assistant","content":null,"tool_calls":[{"id":"a","type":"function","function":{"name":"look","arguments":"{\"x\":1}"}},{"id":"b","type":"function","function":{"name":"look","arguments":"{}"}}]},` +
		`{"role":"tool","content":"(no text)","tool_call_id":"a"},{"role":"tool","content":"seen","tool_call_id":"b"},` +
		`{"role":"user","content":[{"type":"text","text":"Images of the tool results above:"},{"type":"image_url","image_url":{"url":"data:image/png;base64,AAAA"}}]}],` +
		`"tools":[{"type":"function","function":{"name":"look","description":"looks","parameters":{"properties":{},"type":"object"}}}],"stream":true,"stream_options":{"include_usage":true}}`
	if diff := cmp.Diff(want, got.Body); diff != "" {
		t.Errorf("body (-want +got):\n%s", diff)
	}
}

func TestCancel(t *testing.T) {
	stop := errors.New("stop")
	for name, script := range map[string][]streamtest.Reply{
		"in mid-stream":   {{Body: events(text("part")), Hang: true}},
		"in the back-off": {{Status: 503, Header: http.Header{"Retry-After": {"30"}}}},
	} {
		t.Run(name, func(t *testing.T) {
			s := streamtest.New(t, script...)
			ctx, cancel := context.WithCancelCause(context.Background())
			defer cancel(nil)
			_, err := open(t, s.URL, quick).Stream(ctx, hello, func(provider.Event) { cancel(stop) })
			if !errors.Is(err, stop) {
				t.Errorf("error %v, want the cause", err)
			}
			if script[0].Hang {
				<-s.Gone()
			}
		})
	}
}

func TestLengthStop(t *testing.T) {
	s := streamtest.New(t, streamtest.Reply{Body: events(text("cut"), `{"choices":[{"index":0,"delta":{},"finish_reason":"length"}]}`, done)})
	reply, _, err := ask(open(t, s.URL, quick))
	if err != nil || reply.Stop != provider.StopLength {
		t.Errorf("stop %q, error %v", reply.Stop, err)
	}
}

func TestMissingKey(t *testing.T) {
	s := streamtest.New(t, streamtest.Reply{Body: events(text("x"), finish, done)})
	p, err := openai.New(openai.Options{BaseURL: s.URL, Model: "m", Key: func() (string, error) { return "", errors.New("unset") }})
	if err != nil {
		t.Fatal(err)
	}
	if _, _, err := ask(p); provider.CodeOf(err) != provider.CodeNoKey || len(s.Requests()) != 0 {
		t.Errorf("error %v, %d requests", err, len(s.Requests()))
	}
}
