package jsonl_test

import (
	"errors"
	"fmt"
	"io"
	"log"
	"strings"

	"github.com/openprogram/openprogram-go/runtimebridge/store/jsonl"
)

func Example() {
	text := `{"id":"s1","title":"Cranes","agent_id":"main","source":"mcp","created_at":1700000000,"updated_at":1700000002.5,"head":"m1","messages":[{"id":"m1","role":"user","content":"Which crane?","timestamp":1700000000,"parent_id":null}]}
`
	var out strings.Builder
	decoder, encoder := jsonl.NewDecoder(strings.NewReader(text)), jsonl.NewEncoder(&out)
	for {
		session, err := decoder.Decode()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			log.Fatal(err)
		}
		fmt.Println(session.ID, session.Messages[0].Content)
		session.Title = "The cranes of the harbour"
		if err := encoder.Encode(session); err != nil {
			log.Fatal(err)
		}
	}
	fmt.Println(strings.Contains(out.String(), `"title":"The cranes of the harbour"`))
	// Output:
	// s1 Which crane?
	// true
}
