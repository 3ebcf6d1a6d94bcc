//go:build unix

package acceptance_test

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"

	"github.com/openprogram/openprogram-go/runtimebridge/provider/stream/streamtest"
)

// toolUse is a call that a scripted model makes.
type toolUse struct{ name, arguments string }

// wireFormat is how one kind of provider is spoken to.
type wireFormat struct {
	kind, path, variable string
	say                  func(text string) streamtest.Reply
	use                  func(calls ...toolUse) streamtest.Reply
	key                  func(http.Header) string
	// opening is the begin of an answer, up to the end of a piece of text.
	opening func(text string) string
	// half is the begin of an answer that calls a tool, up to the middle of the
	// arguments.
	half func(name, arguments string) string
	// tooLong is what the provider says to a request that does not fit.
	tooLong streamtest.Reply
	// check holds a request to the rules of the strictest endpoints.
	check func(body string) error
}

var wireFormats = map[string]wireFormat{
	"openai": {
		kind: "openai", path: "/v1/chat/completions", variable: "OPENAI_API_KEY", say: say, use: useOpenAI, half: halfOpenAI,
		opening: func(text string) string { return chunk(map[string]any{"role": "assistant", "content": text}, nil) },
		key:     func(h http.Header) string { return strings.TrimPrefix(h.Get("Authorization"), "Bearer ") },
		tooLong: streamtest.Reply{Status: 400, Body: `{"error":{"message":"too long","code":"context_length_exceeded"}}`},
		check:   checkOpenAI,
	},
	"anthropic": {
		kind: "anthropic", path: "/v1/messages", variable: "ANTHROPIC_API_KEY", say: sayAnthropic, use: useAnthropic, half: halfAnthropic,
		opening: openingAnthropic,
		key:     func(h http.Header) string { return h.Get("X-Api-Key") },
		tooLong: streamtest.Reply{Status: 400, Body: `{"type":"error","error":{"type":"invalid_request_error","message":"prompt is too long"}}`},
		check:   checkAnthropic,
	},
}

// serve makes an endpoint of a format the provider. Every request is held to the
// rules of the format.
func (h *home) serve(f wireFormat, endpoint http.Handler) {
	h.t.Helper()
	door := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body := readAll(r)
		if int64(len(body)) < r.ContentLength {
			return // whoever asked was killed meanwhile
		}
		if err := f.check(body); err != nil {
			h.t.Errorf("%s: %v", f.kind, err)
		}
		r.Body = readCloser(body)
		endpoint.ServeHTTP(w, r)
	}))
	h.t.Cleanup(door.Close)
	h.use(f, door.URL)
}

// script serves replies one by one and keeps the requests.
func (h *home) script(f wireFormat, replies ...streamtest.Reply) *streamtest.Server {
	h.t.Helper()
	s := streamtest.New(h.t, replies...)
	h.serve(f, s)
	return s
}

func useOpenAI(calls ...toolUse) streamtest.Reply {
	var list []any
	for i, c := range calls {
		list = append(list, map[string]any{
			"index": i, "id": "call_" + strconv.Itoa(i), "type": "function",
			"function": map[string]any{"name": c.name, "arguments": c.arguments},
		})
	}
	return streamtest.Reply{Body: chunk(map[string]any{"role": "assistant", "tool_calls": list}, nil) + end("tool_calls")}
}

func halfOpenAI(name, arguments string) string {
	call := map[string]any{"index": 0, "id": "c", "type": "function", "function": map[string]any{"name": name, "arguments": arguments[:len(arguments)/2]}}
	return chunk(map[string]any{"role": "assistant", "tool_calls": []any{call}}, nil)
}

func sayAnthropic(text string) streamtest.Reply {
	return streamtest.Reply{Body: anthropicStart + anthropicBlock(0, map[string]any{"type": "text", "text": ""},
		map[string]any{"type": "text_delta", "text": text}) + anthropicStop("end_turn")}
}

func useAnthropic(calls ...toolUse) streamtest.Reply {
	body := anthropicStart
	for i, c := range calls {
		body += anthropicBlock(i, map[string]any{"type": "tool_use", "id": "toolu_" + strconv.Itoa(i), "name": c.name, "input": map[string]any{}},
			map[string]any{"type": "input_json_delta", "partial_json": c.arguments})
	}
	return streamtest.Reply{Body: body + anthropicStop("tool_use")}
}

func openingAnthropic(text string) string {
	return strings.TrimSuffix(sayAnthropic(text).Body, anthropicBlockEnd(0)+anthropicStop("end_turn"))
}

func halfAnthropic(name, arguments string) string {
	whole := anthropicBlock(0, map[string]any{"type": "tool_use", "id": "t", "name": name, "input": map[string]any{}},
		map[string]any{"type": "input_json_delta", "partial_json": arguments[:len(arguments)/2]})
	return anthropicStart + strings.TrimSuffix(whole, anthropicBlockEnd(0))
}

var anthropicStart = anthropicEvent(map[string]any{
	"type": "message_start", "message": map[string]any{"id": "m", "role": "assistant", "content": []any{}},
})

func anthropicBlock(index int, block, delta map[string]any) string {
	return anthropicEvent(map[string]any{"type": "content_block_start", "index": index, "content_block": block}) +
		anthropicEvent(map[string]any{"type": "content_block_delta", "index": index, "delta": delta}) +
		anthropicBlockEnd(index)
}

func anthropicBlockEnd(index int) string {
	return anthropicEvent(map[string]any{"type": "content_block_stop", "index": index})
}

func anthropicStop(reason string) string {
	return anthropicEvent(map[string]any{"type": "message_delta", "delta": map[string]any{"stop_reason": reason}}) +
		anthropicEvent(map[string]any{"type": "message_stop"})
}

func anthropicEvent(e map[string]any) string {
	data, err := json.Marshal(e)
	if err != nil {
		panic(err) // plain values
	}
	return "event: " + e["type"].(string) + "\ndata: " + string(data) + "\n\n"
}
