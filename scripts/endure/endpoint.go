package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"time"
)

// The words in a prompt that tell the model what to do.
const (
	wordLook = "look"   // searches the notes before it answers
	wordSlow = "slowly" // thinks for a moment
)

// thought is how long a slow answer takes if nobody cancels it.
const thought = 700 * time.Millisecond

// answerTo is what the model says to a prompt.
func answerTo(prompt string) string { return "answer to " + prompt }

// newEndpoint starts a chat-completions endpoint on loopback that plays the model.
func newEndpoint(ctx context.Context) (url string, stop func(), err error) {
	listener, err := new(net.ListenConfig).Listen(ctx, "tcp", "127.0.0.1:0")
	if err != nil {
		return "", nil, err
	}
	server := &http.Server{Handler: http.HandlerFunc(complete)}
	go server.Serve(listener) // ends with stop
	return "http://" + listener.Addr().String() + "/v1", func() { _ = server.Close() }, nil
}

type spoken struct {
	Role    string
	Content string
}

func complete(w http.ResponseWriter, r *http.Request) {
	var request struct{ Messages []spoken }
	body, err := io.ReadAll(r.Body)
	if err != nil || json.Unmarshal(body, &request) != nil || len(request.Messages) == 0 {
		http.Error(w, "{}", http.StatusBadRequest)
		return
	}
	asked := lastPrompt(request.Messages)
	w.Header().Set("Content-Type", "text/event-stream")
	if strings.Contains(asked, wordLook) && request.Messages[len(request.Messages)-1].Role == "user" {
		send(w, map[string]any{"role": "assistant", "tool_calls": []any{map[string]any{
			"index": 0, "id": "call_1", "type": "function",
			"function": map[string]any{"name": "memory_search", "arguments": `{"query":"crane"}`},
		}}}, "tool_calls")
		return
	}
	if strings.Contains(asked, wordSlow) {
		send(w, map[string]any{"role": "assistant", "content": ""}, "")
		select {
		case <-time.After(thought):
		case <-r.Context().Done():
			return
		}
	}
	send(w, map[string]any{"role": "assistant", "content": answerTo(asked)}, "stop")
}

func lastPrompt(messages []spoken) string {
	for i := len(messages) - 1; i >= 0; i-- {
		if messages[i].Role == "user" {
			return messages[i].Content
		}
	}
	return ""
}

// send sends one piece; the one with a reason to finish is the last.
func send(w http.ResponseWriter, delta map[string]any, finish string) {
	choice := map[string]any{"index": 0, "delta": delta}
	if finish != "" {
		choice["finish_reason"] = finish
	}
	data, err := json.Marshal(map[string]any{"object": "chat.completion.chunk", "choices": []any{choice}})
	if err != nil {
		panic(err) // plain values
	}
	fmt.Fprintf(w, "data: %s\n\n", data)
	if finish != "" {
		io.WriteString(w, "data: [DONE]\n\n")
	}
	w.(http.Flusher).Flush()
}
