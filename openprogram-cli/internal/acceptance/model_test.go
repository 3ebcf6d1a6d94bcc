//go:build unix

package acceptance_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/openprogram/openprogram-go/runtimebridge/provider/stream/streamtest"
)

// model is a scripted chat-completions endpoint on loopback.
type model struct {
	*streamtest.Server
	arrived chan struct{} // sent to with every request
}

// useModel starts an endpoint and configures it as the provider.
func (h *home) useModel(script ...streamtest.Reply) *model {
	h.t.Helper()
	m := &model{Server: streamtest.New(h.t, script...), arrived: make(chan struct{}, 1024)}
	door := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		m.arrived <- struct{}{}
		m.ServeHTTP(w, r)
	}))
	h.t.Cleanup(door.Close)
	h.set("provider.kind", "openai")
	h.set("provider.model", "scripted")
	h.set("provider.base_url", door.URL+"/v1")
	h.set("provider.api_key_env", "TEST_MODEL_KEY")
	return m
}

// awaitRequest waits until the endpoint is asked.
func (m *model) awaitRequest(t *testing.T) {
	t.Helper()
	within(t, patience, m.arrived, "the model was not asked")
}

// awaitRelease waits until the endpoint was let go in the middle of an answer,
// which has to be soon.
func (m *model) awaitRelease(t *testing.T, limit time.Duration) {
	t.Helper()
	within(t, limit, m.Gone(), "the provider call is still open")
}

func within(t *testing.T, limit time.Duration, done <-chan struct{}, otherwise string) {
	t.Helper()
	select {
	case <-done:
	case <-time.After(limit):
		t.Fatal(otherwise)
	}
}

// say is an answer of text.
func say(text string) streamtest.Reply {
	return streamtest.Reply{Body: chunk(map[string]any{"role": "assistant", "content": text}, nil) + end("stop")}
}

// hang is an answer that begins with text and never ends.
func hang(text string) streamtest.Reply {
	return streamtest.Reply{Body: chunk(map[string]any{"role": "assistant", "content": text}, nil), Hang: true}
}

// use is an answer that calls a tool.
func use(tool, arguments string) streamtest.Reply {
	call := map[string]any{
		"index": 0, "id": "call_1", "type": "function",
		"function": map[string]any{"name": tool, "arguments": arguments},
	}
	return streamtest.Reply{Body: chunk(map[string]any{"role": "assistant", "tool_calls": []any{call}}, nil) + end("tool_calls")}
}

func chunk(delta map[string]any, finish any) string {
	data, err := json.Marshal(map[string]any{
		"object": "chat.completion.chunk", "choices": []any{map[string]any{"index": 0, "delta": delta, "finish_reason": finish}},
	})
	if err != nil {
		panic(err) // plain values
	}
	return fmt.Sprintf("data: %s\n\n", data)
}

func end(reason string) string { return chunk(map[string]any{}, reason) + "data: [DONE]\n\n" }

// lastRequest is the body of the last request.
func (m *model) lastRequest(t *testing.T) string {
	t.Helper()
	requests := m.Requests()
	if len(requests) == 0 {
		t.Fatal("the model was not asked")
	}
	return strings.ReplaceAll(requests[len(requests)-1].Body, `\"`, `"`)
}
