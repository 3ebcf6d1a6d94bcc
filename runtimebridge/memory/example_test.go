package memory_test

import (
	"context"
	"fmt"
	"log"
	"os"
	"path/filepath"
	"strings"

	"github.com/openprogram/openprogram-go/runtimebridge/memory"
)

func Example() {
	dir, err := os.MkdirTemp("", "memory")
	if err != nil {
		log.Fatal(err)
	}
	defer os.RemoveAll(dir)
	w := memory.Open(memory.Options{
		Dir:        filepath.Join(dir, "notes"),
		IndexPath:  filepath.Join(dir, "index.db"),
		PendingDir: filepath.Join(dir, "pending"),
	})
	defer w.Close()

	ctx := context.Background()
	note := "# Harbour\n\n## Decisions\n\nThe crane stays.\n"
	if err := w.Add(ctx, "projects/harbour.md", strings.NewReader(note)); err != nil {
		log.Fatal(err)
	}
	passages, err := w.Search(ctx, "what about the cranes?", 1, "")
	if err != nil {
		log.Fatal(err)
	}
	for _, p := range passages {
		fmt.Printf("%s, %s, line %d\n%s\n", p.Path, p.Heading, p.Line, p.Text)
	}
	// Output:
	// projects/harbour.md, Decisions, line 3
	// ## Decisions
	//
	// The crane stays.
}
