package openai_test

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/openprogram/openprogram-go/runtimebridge/provider"
	"github.com/openprogram/openprogram-go/runtimebridge/provider/stream"
	"github.com/openprogram/openprogram-go/runtimebridge/provider/stream/streamtest"
	"github.com/openprogram/openprogram-go/runtimebridge/store"
)

func TestStreamSyntax(t *testing.T) {
	want := "a世界b"
	for name, body := range map[string]string{
		"comments":              ": keep-alive\n\n" + events(text("a世")) + ": keep-alive\n\n" + events(text("界b"), finish, done),
		"CRLF":                  strings.ReplaceAll(events(text("a世界"), text("b"), finish, done), "\n", "\r\n"),
		"lone CR":               strings.ReplaceAll(events(text("a世界"), text("b"), finish, done), "\n", "\r"),
		"no blank after colon":  strings.ReplaceAll(events(text("a世界b"), finish, done), "data: ", "data:"),
		"multi-line data":       "data: {\"choices\":[{\"index\":0,\ndata: \"delta\":{\"content\":\"a世界b\"}}]}\n\n" + events(finish, done),
		"event without data":    "event: x\n\n" + events(text("a世界b"), finish, done),
		"BOM":                   "\ufeff" + events(text("a世界b"), finish, done),
		"two values an event":   events(text("a世界")+text("b"), finish, done),
		"no final blank line":   strings.TrimRight(events(text("a世界b"), finish, done), "\n"),
		"no end mark":           events(text("a世界b"), finish),
		"no final line end":     strings.TrimRight(events(text("a世界b"), finish), "\n"),
		"a line of one MiB":     ": " + strings.Repeat("x", 1<<20) + "\n\n" + events(text("a世界b"), finish, done),
		"other choices ignored": events(text("a世界b"), `{"choices":[{"index":1,"delta":{"content":"no"}}]}`, finish, done),
	} {
		t.Run(name, func(t *testing.T) {
			s := streamtest.New(t, streamtest.Reply{Body: body, Chunk: 5})
			if reply, streamed, err := ask(open(t, s.URL, quick)); err != nil || reply.Text != want || streamed != want {
				t.Errorf("text %q, streamed %q, error %v", reply.Text, streamed, err)
			}
		})
	}
}

// A stream cut at any byte gives the whole reply or an error, and never a call
// or an answer that is not what was sent.
func TestCutAtEveryByte(t *testing.T) {
	body := events(text("x世🙂y"), callEvent(`{"index":0,"id":"a","type":"function","function":{"name":"look","arguments":"{\"q\":\"世\"}"}}`),
		`{"choices":[{"index":0,"delta":{},"finish_reason":"tool_calls"}]}`, done)
	whole := provider.Reply{Text: "x世🙂y", Stop: provider.StopCalls, Calls: []store.Call{{ID: "a", Name: "look", Arguments: `{"q":"世"}`}}}
	once := quick
	once.Attempts = 1
	accepted := 0
	for _, cut := range []bool{true, false} {
		for n := range len(body) {
			s := streamtest.New(t, streamtest.Reply{Body: body[:n], Cut: cut})
			reply, _, err := ask(open(t, s.URL, once))
			if err == nil {
				accepted++
				if diff := cmp.Diff(whole, reply); diff != "" {
					t.Fatalf("cut at %d accepted as\n%s", n, diff)
				}
				continue
			}
			if provider.CodeOf(err) == "" || !strings.HasPrefix(whole.Text, reply.Text) {
				t.Fatalf("cut at %d: %v, text %q", n, err, reply.Text)
			}
		}
	}
	if accepted == 0 || accepted > 60 {
		t.Errorf("%d cuts were accepted: only those behind the last choice may be", accepted)
	}
}

func TestSilence(t *testing.T) {
	options := stream.Options{Attempts: 1, FirstByte: 20 * time.Millisecond, Silence: 20 * time.Millisecond, NoContent: time.Minute}
	for name, body := range map[string]string{"before the answer": "", "inside the answer": events(text("part"))} {
		t.Run(name, func(t *testing.T) {
			s := streamtest.New(t, streamtest.Reply{Body: body, Hang: true})
			_, _, err := ask(open(t, s.URL, options))
			if provider.CodeOf(err) != provider.CodeIdle {
				t.Errorf("error %v", err)
			}
		})
	}
}

func TestWholeAnswerWithoutStream(t *testing.T) {
	s := streamtest.New(t, streamtest.Reply{
		Header: http.Header{"Content-Type": {"application/json; charset=utf-8"}},
		Body:   `{"choices":[{"index":0,"message":{"role":"assistant","content":"all at once"},"finish_reason":"stop"}],"usage":{"prompt_tokens":1,"completion_tokens":3}}`,
	})
	reply, streamed, err := ask(open(t, s.URL, quick))
	if err != nil || reply.Text != "all at once" || streamed != reply.Text || reply.Usage.Output != 3 {
		t.Errorf("reply %+v, error %v", reply, err)
	}
}
