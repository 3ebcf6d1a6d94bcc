package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
)

// endpoint is a chat-completions endpoint on loopback that plays a slow model:
// to a prompt with the word "slowly" it sends a first piece and then nothing
// until the caller goes away; every other prompt it answers at once.
type endpoint struct {
	url     string
	server  *http.Server
	started chan struct{} // sent to when a slow answer has begun
	left    chan struct{} // sent to when its caller has gone
}

func newEndpoint(ctx context.Context) (*endpoint, error) {
	listener, err := new(net.ListenConfig).Listen(ctx, "tcp", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	e := &endpoint{
		url:     "http://" + listener.Addr().String() + "/v1",
		started: make(chan struct{}, 1),
		left:    make(chan struct{}, 1),
	}
	e.server = &http.Server{Handler: http.HandlerFunc(e.complete)}
	go e.server.Serve(listener) // ends with close
	return e, nil
}

func (e *endpoint) close() { _ = e.server.Close() }

func (e *endpoint) complete(w http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(r.Body)
	var request struct {
		Messages []struct {
			Role    string
			Content string
		}
	}
	if err != nil || json.Unmarshal(body, &request) != nil || len(request.Messages) == 0 {
		http.Error(w, "{}", http.StatusBadRequest)
		return
	}
	w.Header().Set("Content-Type", "text/event-stream")
	last := request.Messages[len(request.Messages)-1]
	if !strings.Contains(last.Content, "slowly") {
		sendEvent(w, "Understood: "+last.Content, "stop")
		io.WriteString(w, "data: [DONE]\n\n")
		return
	}
	sendEvent(w, "Let me think", "")
	e.started <- struct{}{}
	<-r.Context().Done()
	e.left <- struct{}{}
}

func sendEvent(w http.ResponseWriter, text, finish string) {
	choice := map[string]any{"index": 0, "delta": map[string]string{"role": "assistant", "content": text}}
	if finish != "" {
		choice["finish_reason"] = finish
	}
	data, err := json.Marshal(map[string]any{"object": "chat.completion.chunk", "choices": []any{choice}})
	if err != nil {
		panic(err) // plain values
	}
	fmt.Fprintf(w, "data: %s\n\n", data)
	w.(http.Flusher).Flush()
}
