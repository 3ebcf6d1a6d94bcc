//go:build unix

package run_test

import (
	"context"
	"fmt"
	"log"
	"os"
	"path/filepath"

	"github.com/openprogram/openprogram-go/runtimebridge"
	"github.com/openprogram/openprogram-go/runtimebridge/run"
)

func ExampleControl_Claim() {
	dir, err := os.MkdirTemp("", "state-")
	if err != nil {
		log.Fatal(err)
	}
	defer os.RemoveAll(dir)
	locks, err := run.OpenLocks(filepath.Join(dir, "run.lock"))
	if err != nil {
		log.Fatal(err)
	}
	control := run.NewControl(run.Options{Locks: locks})

	ctx := context.Background()
	first, err := control.Claim(ctx, "cranes", nil)
	if err != nil {
		log.Fatal(err)
	}
	_, err = control.Claim(ctx, "cranes", nil)
	fmt.Println("while it runs:", err)

	control.Stop("cranes", runtimebridge.ReasonPromptCancel)
	<-first.Context().Done()
	fmt.Println("stopped:", context.Cause(first.Context()))
	first.Release()

	second, err := control.Claim(ctx, "cranes", nil)
	fmt.Println("afterwards:", err)
	second.Release()
	// Output:
	// while it runs: session is busy
	// stopped: request cancelled
	// afterwards: <nil>
}
