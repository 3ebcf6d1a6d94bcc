package anthropic_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"go.uber.org/goleak"

	"github.com/openprogram/openprogram-go/runtimebridge"
	"github.com/openprogram/openprogram-go/runtimebridge/provider"
	"github.com/openprogram/openprogram-go/runtimebridge/provider/anthropic"
	"github.com/openprogram/openprogram-go/runtimebridge/provider/stream"
	"github.com/openprogram/openprogram-go/runtimebridge/provider/stream/streamtest"
	"github.com/openprogram/openprogram-go/runtimebridge/store"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

var quick = stream.Options{Backoff: time.Millisecond, Silence: 10 * time.Second, FirstByte: 10 * time.Second, Attempts: 3}

func open(t *testing.T, url string, options stream.Options) *anthropic.Provider {
	t.Helper()
	p, err := anthropic.New(anthropic.Options{
		BaseURL: url, Model: "m", Key: func() (string, error) { return "key-canary", nil }, Stream: options,
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(p.Close)
	return p
}

func ask(p *anthropic.Provider) (provider.Reply, string, error) {
	var streamed strings.Builder
	reply, err := p.Stream(context.Background(), hello, func(e provider.Event) { streamed.WriteString(e.Text) })
	_, reply.Reasoning, _ = strings.Cut(reply.Reasoning, "\n") // the mark of the endpoint
	return reply, streamed.String(), err
}

var hello = provider.Request{
	System:   "be brief",
	Messages: []provider.Message{{Role: provider.RoleUser, Text: "hello"}},
	Tools:    []runtimebridge.ToolSpec{{Name: "look", Description: "looks", InputSchema: json.RawMessage(`{"type":"object"}`)}},
}

// events writes each value as an event of its own type.
func events(values ...string) string {
	var b strings.Builder
	for _, v := range values {
		var e struct{ Type string }
		if err := json.Unmarshal([]byte(v), &e); err != nil {
			panic(err)
		}
		fmt.Fprintf(&b, "event: %s\ndata: %s\n\n", e.Type, v)
	}
	return b.String()
}

const (
	begin = `{"type":"message_start","message":{"id":"x","usage":{"input_tokens":9,"output_tokens":1}}}`
	ping  = `{"type":"ping"}`
	stop  = `{"type":"message_stop"}`
)

func ended(reason string) string {
	return `{"type":"message_delta","delta":{"stop_reason":"` + reason + `"},"usage":{"output_tokens":5}}`
}

func blockStart(index int, block string) string {
	return fmt.Sprintf(`{"type":"content_block_start","index":%d,"content_block":%s}`, index, block)
}

func blockDelta(index int, kind, field, value string) string {
	quoted, _ := json.Marshal(value)
	return fmt.Sprintf(`{"type":"content_block_delta","index":%d,"delta":{"type":%q,%q:%s}}`, index, kind, field, quoted)
}

func blockStop(index int) string {
	return fmt.Sprintf(`{"type":"content_block_stop","index":%d}`, index)
}

var full = []string{
	begin, ping,
	blockStart(0, `{"type":"thinking","thinking":"","signature":""}`),
	blockDelta(0, "thinking_delta", "thinking", "let me <see> 世"), blockDelta(0, "signature_delta", "signature", "sig=="), blockStop(0),
	blockStart(1, `{"type":"redacted_thinking","data":"opaque"}`), blockStop(1),
	blockStart(2, `{"type":"text","text":""}`), blockDelta(2, "text_delta", "text", "Looking 🙂"), blockStop(2),
	blockStart(3, `{"type":"tool_use","id":"toolu_1","name":"look","input":{}}`),
	blockDelta(3, "input_json_delta", "partial_json", ""), blockDelta(3, "input_json_delta", "partial_json", `{"q":"世`), blockDelta(3, "input_json_delta", "partial_json", `"}`), blockStop(3),
	blockStart(4, `{"type":"tool_use","id":"toolu_2","name":"look","input":{}}`), blockStop(4),
	ended("tool_use"), stop,
}

var fullReply = provider.Reply{
	Text:      "Looking 🙂",
	Calls:     []store.Call{{ID: "toolu_1", Name: "look", Arguments: `{"q":"世"}`}, {ID: "toolu_2", Name: "look", Arguments: `{}`}},
	Reasoning: `[{"type":"thinking","thinking":"let me \u003csee\u003e 世","signature":"sig=="},{"type":"redacted_thinking","data":"opaque"}]`,
	Stop:      provider.StopCalls,
	Usage:     provider.Usage{Input: 9, Output: 5},
}

func TestReply(t *testing.T) {
	s := streamtest.New(t, streamtest.Reply{Body: events(full...), Chunk: 7})
	reply, streamed, err := ask(open(t, s.URL, quick))
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(fullReply, reply); diff != "" || streamed != fullReply.Text {
		t.Errorf("streamed %q, reply (-want +got):\n%s", streamed, diff)
	}
	got := s.Requests()[0]
	if got.Path != "/v1/messages" || got.Header.Get("X-Api-Key") != "key-canary" || got.Header.Get("Anthropic-Version") != "2023-06-01" {
		t.Errorf("path %q, header %v", got.Path, got.Header)
	}
}

func TestRequestOnTheWire(t *testing.T) {
	s := streamtest.New(t, streamtest.Reply{Body: events(begin, blockStart(0, `{"type":"text","text":"ok"}`), ended("end_turn"), stop)})
	p := open(t, s.URL+"/v1/", quick)
	req := hello
	req.Messages = []provider.Message{
		{Role: provider.RoleUser, Text: "look twice"},
		{Role: provider.RoleAssistant, Calls: fullReply.Calls, Provider: anthropic.Kind, Reasoning: fullReply.Reasoning},
		{Role: provider.RoleTool, CallID: "toolu_1", Images: []store.Image{{Data: "AAAA", MIMEType: "image/png"}}},
		{Role: provider.RoleTool, CallID: "toolu_2", Text: "no", IsError: true},
		{Role: provider.RoleUser, Text: "and?"},
		{Role: provider.RoleAssistant, Text: "hm", Provider: anthropic.Kind, Reasoning: "another.example\n" + fullReply.Reasoning},
		{Role: provider.RoleUser, Text: "well?"},
	}
	reply, err := p.Stream(context.Background(), req, func(provider.Event) {})
	if err != nil || reply.Text != "ok" {
		t.Fatalf("text %q, error %v", reply.Text, err)
	}
	want := `{"model":"m","max_tokens":8192,"system":"be brief","messages":[{"role":"user","content":[{"type":"text","text":"look twice"}]},` +
		`{"role":"assistant","content":[{"type":"thinking","thinking":"let me \u003csee\u003e 世","signature":"sig=="},{"type":"redacted_thinking","data":"opaque"},` +
		`{"type":"tool_use","id":"toolu_1","name":"look","input":{"q":"世"}},{"type":"tool_use","id":"toolu_2","name":"look","input":{}}]},` +
		`{"role":"user","content":[{"type":"tool_result","tool_use_id":"toolu_1","content":[{"type":"image","source":{"type":"base64","media_type":"image/png","data":"AAAA"}}]},` +
		`{"type":"tool_result","tool_use_id":"toolu_2","is_error":true,"content":[{"type":"text","text":"no"}]},{"type":"text","text":"and?"}]},` +
		`{"role":"assistant","content":[{"type":"text","text":"hm"}]},{"role":"user","content":[{"type":"text","text":"well?"}]}],` +
		`"tools":[{"name":"look","description":"looks","input_schema":{"type":"object"}}],"stream":true}`
	if diff := cmp.Diff(want, s.Requests()[0].Body); diff != "" {
		t.Errorf("body (-want +got):\n%s", diff)
	}
}

// A stream cut at any byte before its end is an error, with no more text than
// was sent.
func TestCutAtEveryByte(t *testing.T) {
	body := events(full...)
	last := strings.Index(body, `"message_stop"}`) + len(`"message_stop"}`)
	once := quick
	once.Attempts = 1
	for n := range len(body) {
		s := streamtest.New(t, streamtest.Reply{Body: body[:n]})
		reply, _, err := ask(open(t, s.URL, once))
		switch {
		case n < last && (provider.CodeOf(err) == "" || !strings.HasPrefix(fullReply.Text, reply.Text)):
			t.Fatalf("cut at %d of %d: error %v, text %q", n, len(body), err, reply.Text)
		case n >= last && (err != nil || !cmp.Equal(fullReply, reply)):
			t.Fatalf("cut at %d of %d: error %v, reply %+v", n, len(body), err, reply)
		}
	}
}

func TestFailures(t *testing.T) {
	const secret = "upstream-secret-text"
	body := func(kind, message string) string {
		return `{"type":"error","error":{"type":"` + kind + `","message":"` + message + `"}}`
	}
	part := events(begin, blockStart(0, `{"type":"text","text":"part"}`))
	for _, tc := range []struct {
		name  string
		reply streamtest.Reply
		want  provider.Code
		tries int
	}{
		{"key refused", streamtest.Reply{Status: 401, Body: body("authentication_error", secret)}, provider.CodeAuth, 1},
		{"no credit", streamtest.Reply{Status: 400, Body: body("invalid_request_error", "Your credit balance is too low")}, provider.CodeQuota, 1},
		{"too long", streamtest.Reply{Status: 400, Body: body("invalid_request_error", "prompt is too long: 300000 tokens")}, provider.CodeContextLimit, 1},
		{"too large", streamtest.Reply{Status: 413, Body: body("request_too_large", secret)}, provider.CodeContextLimit, 1},
		{"bad request", streamtest.Reply{Status: 400, Body: body("invalid_request_error", secret)}, provider.CodeBadRequest, 1},
		{"unknown model", streamtest.Reply{Status: 404, Body: body("not_found_error", "model: x")}, provider.CodeModel, 1},
		{"rate limit", streamtest.Reply{Status: 429, Body: body("rate_limit_error", secret)}, provider.CodeRateLimited, 3},
		{"overloaded", streamtest.Reply{Status: 529, Body: body("overloaded_error", secret)}, provider.CodeUnavailable, 3},
		{"a page", streamtest.Reply{Status: 502, Body: "<html>" + secret}, provider.CodeUnavailable, 3},
		{"overloaded in the stream", streamtest.Reply{Body: events(begin, body("overloaded_error", secret))}, provider.CodeUnavailable, 3},
		{"overloaded behind output", streamtest.Reply{Body: part + events(body("overloaded_error", secret))}, provider.CodeUnavailable, 1},
		{"error of no known kind", streamtest.Reply{Body: "event: error\ndata: {}\n\n"}, provider.CodeUnavailable, 3},
		{"cut before output", streamtest.Reply{Body: events(begin)}, provider.CodeBroken, 3},
		{"cut behind output", streamtest.Reply{Body: part}, provider.CodeBroken, 1},
		{"empty", streamtest.Reply{}, provider.CodeBadReply, 1},
		{"no JSON", streamtest.Reply{Body: "data: x\n\n"}, provider.CodeBadReply, 1},
		{"an end alone", streamtest.Reply{Body: events(stop)}, provider.CodeBadReply, 1},
	} {
		t.Run(tc.name, func(t *testing.T) {
			s := streamtest.New(t, tc.reply)
			reply, _, err := ask(open(t, s.URL, quick))
			if got := provider.CodeOf(err); got != tc.want || len(s.Requests()) != tc.tries {
				t.Errorf("code %q after %d requests, want %q after %d", got, len(s.Requests()), tc.want, tc.tries)
			}
			if strings.Contains(fmt.Sprintf("%+v %+v", err, reply), secret) {
				t.Error("the provider's text leaks")
			}
		})
	}
}

func TestLengthStop(t *testing.T) {
	s := streamtest.New(t, streamtest.Reply{Body: events(begin, blockStart(0, `{"type":"text","text":"cut"}`), ended("max_tokens"), stop)})
	if reply, _, err := ask(open(t, s.URL, quick)); err != nil || reply.Stop != provider.StopLength {
		t.Errorf("stop %q, error %v", reply.Stop, err)
	}
}

func TestCancel(t *testing.T) {
	s := streamtest.New(t, streamtest.Reply{Body: events(begin, blockStart(0, `{"type":"text","text":"part"}`)), Hang: true})
	cause := errors.New("stop")
	ctx, cancel := context.WithCancelCause(context.Background())
	defer cancel(nil)
	_, err := open(t, s.URL, quick).Stream(ctx, hello, func(provider.Event) { cancel(cause) })
	if !errors.Is(err, cause) {
		t.Errorf("error %v, want the cause", err)
	}
	<-s.Gone()
}

func TestOptions(t *testing.T) {
	for _, o := range []anthropic.Options{{}, {Model: "m", BaseURL: "localhost"}, {Model: "m", BaseURL: "http://u:p@h"}} {
		if _, err := anthropic.New(o); provider.CodeOf(err) != provider.CodeMisconfigured {
			t.Errorf("%+v: error %v", o, err)
		}
	}
	p, err := anthropic.New(anthropic.Options{Model: "m", Key: func() (string, error) { return "", errors.New("unset") }})
	if err != nil {
		t.Fatal(err)
	}
	if _, _, err := ask(p); provider.CodeOf(err) != provider.CodeNoKey {
		t.Errorf("missing key: %v", err)
	}
}
