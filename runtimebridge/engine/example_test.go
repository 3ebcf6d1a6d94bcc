package engine_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"

	"github.com/openprogram/openprogram-go/authority"
	"github.com/openprogram/openprogram-go/runtimebridge"
	"github.com/openprogram/openprogram-go/runtimebridge/engine"
	"github.com/openprogram/openprogram-go/runtimebridge/provider"
	"github.com/openprogram/openprogram-go/runtimebridge/provider/recall"
)

// The owner asks the offline provider about an empty memory.
func ExampleEngine() {
	dir, err := os.MkdirTemp("", "engine")
	if err != nil {
		panic(err)
	}
	defer os.RemoveAll(dir)
	e, err := engine.New(engine.Options{
		StateDir: filepath.Join(dir, "state"),
		Owner:    principal,
		Exposed:  func() ([]string, error) { return []string{"memory_search"}, nil },
		Rules:    func() (authority.Rules, error) { return authority.Rules{}, nil },
		Provider: func() (provider.Provider, error) { return recall.Provider{}, nil },
		Audit:    &trail{},
	})
	if err != nil {
		panic(err)
	}
	ctx := context.Background()
	defer e.Close(ctx)

	grant := authority.OwnerGrant(principal, authority.NonInteractive)
	c, err := e.Connect(ctx, grant, authority.SourceTerminal)
	if err != nil {
		panic(err)
	}
	defer c.Close(ctx)
	answer, err := c.Prompt(ctx, runtimebridge.Prompt{Text: "Where is the crane?"})
	fmt.Println(answer.Text, err)
	// Output: I found nothing about this in the memory. <nil>
}
