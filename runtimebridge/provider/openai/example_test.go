package openai_test

import (
	"context"
	"fmt"
	"log"
	"net/http"
	"net/http/httptest"

	"github.com/openprogram/openprogram-go/runtimebridge/provider"
	"github.com/openprogram/openprogram-go/runtimebridge/provider/openai"
)

// A model that runs on this machine needs no key.
func Example() {
	endpoint := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/event-stream")
		fmt.Fprint(w, `data: {"choices":[{"index":0,"delta":{"content":"The red one."},"finish_reason":"stop"}]}`+"\n\ndata: [DONE]\n\n")
	}))
	defer endpoint.Close()
	model, err := openai.New(openai.Options{BaseURL: endpoint.URL, Model: "local"})
	if err != nil {
		log.Fatal(err)
	}
	defer model.Close()
	request := provider.Request{Messages: []provider.Message{{Role: provider.RoleUser, Text: "Which crane?"}}}
	reply, err := model.Stream(context.Background(), request, func(e provider.Event) { fmt.Println("a piece:", e.Text) })
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(reply.Text)
	// Output:
	// a piece: The red one.
	// The red one.
}
