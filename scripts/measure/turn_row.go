package main

import (
	"fmt"
	"io"
	"net"
	"net/http"
)

// reply is what the endpoint answers to everything, at once.
const reply = `data: {"choices":[{"index":0,"delta":{"role":"assistant","content":"fine"},"finish_reason":"stop"}]}

data: [DONE]

`

// endpoint is a chat-completions endpoint on loopback that thinks for no time.
func endpoint() (url string, stop func(), err error) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return "", nil, err
	}
	server := &http.Server{Handler: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		_, _ = io.Copy(io.Discard, r.Body)
		w.Header().Set("Content-Type", "text/event-stream")
		_, _ = io.WriteString(w, reply)
	})}
	go server.Serve(listener) // ends with stop
	return "http://" + listener.Addr().String() + "/v1", func() { _ = server.Close() }, nil
}

// turns measures whole turns. The endpoint's own time, a request over loopback,
// is in the figure.
func turns(w *workshop) ([]figure, error) {
	url, stop, err := endpoint()
	if err != nil {
		return nil, err
	}
	defer stop()
	for key, value := range map[string]string{
		"provider.kind": "openai", "provider.model": "bench", "provider.base_url": url, "provider.api_key_env": "BENCH_KEY",
	} {
		if _, err := w.cli("config", "set", key, value); err != nil {
			return nil, err
		}
	}
	defer w.cli("config", "set", "provider.kind", "recall") // the endpoint is gone for the rows that follow
	s, err := w.serveProduct()
	if err != nil {
		return nil, err
	}
	if _, _, err := s.call("prompt_send", `{"prompt":"warm up"}`); err != nil {
		return nil, err
	}
	var took []float64
	for i := range w.size(50, 400) {
		_, elapsed, err := s.call("prompt_send", fmt.Sprintf(`{"prompt":"turn %d"}`, i))
		if err != nil {
			return nil, err
		}
		took = append(took, milliseconds(elapsed))
	}
	return []figure{{what: "prompt_send, provider that answers at once", unit: "ms", values: took, must: most(3), wish: most(1)}}, s.stop()
}
