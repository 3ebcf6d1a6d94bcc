package sqlitestore_test

import (
	"context"
	"fmt"
	"log"
	"os"
	"path/filepath"

	"github.com/openprogram/openprogram-go/runtimebridge/sqlitestore"
	"github.com/openprogram/openprogram-go/runtimebridge/store"
)

func Example() {
	dir, err := os.MkdirTemp("", "state-")
	if err != nil {
		log.Fatal(err)
	}
	defer os.RemoveAll(dir)
	s, err := sqlitestore.Open(filepath.Join(dir, "sessions.db"), sqlitestore.Options{})
	if err != nil {
		log.Fatal(err)
	}
	defer s.Close()

	ctx := context.Background()
	turn, err := s.Begin(ctx, store.BeginTurn{
		SessionID: "cranes", New: &store.NewSession{AgentID: "main", Source: "terminal"}, Text: "Which crane?",
	})
	if err != nil {
		log.Fatal(err)
	}
	if err := s.Finish(ctx, turn, store.Ending{Text: "The red one."}); err != nil {
		log.Fatal(err)
	}
	branch, err := s.Branch(ctx, "cranes")
	if err != nil {
		log.Fatal(err)
	}
	for _, m := range branch {
		fmt.Printf("%s: %s\n", m.Role, m.Content)
	}
	fmt.Println(s.Finish(ctx, turn, store.Ending{Text: "No, the blue one."}))
	// Output:
	// user: Which crane?
	// assistant: The red one.
	// store: turn is over
}
