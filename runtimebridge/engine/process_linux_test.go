package engine_test

import (
	"context"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"github.com/openprogram/openprogram-go/authority"
	"github.com/openprogram/openprogram-go/runtimebridge"
	"github.com/openprogram/openprogram-go/runtimebridge/engine"
	"github.com/openprogram/openprogram-go/runtimebridge/provider/providertest"
	"github.com/openprogram/openprogram-go/runtimebridge/store"
)

// TestACancelledTurnLeavesNoProcess cancels a turn whose model runs a command
// that would go on for minutes in the background.
func TestACancelledTurnLeavesNoProcess(t *testing.T) {
	allow := authority.Rules{Allow: []authority.Rule{{Tool: "bash"}}}
	f := newFixture(t, func(o *engine.Options) { o.Rules = func() (authority.Rules, error) { return allow, nil } })
	pids := filepath.Join(f.work, "pids")
	if err := syscall.Mkfifo(pids, 0o600); err != nil {
		t.Fatal(err)
	}
	f.script(providertest.Call(store.Call{ID: "1", Name: "bash", Arguments: `{"command":"sleep 600 & echo $! > pids; wait"}`}))
	outcome := new(runtimebridge.Outcome)
	pid := make(chan int, 1)
	go func() {
		line, _ := os.ReadFile(pids)
		n, _ := strconv.Atoi(strings.TrimSpace(string(line)))
		pid <- n
		outcome.Cancel(runtimebridge.ReasonRequestCancelled)
	}()
	_, err := f.terminal(t).Prompt(context.Background(), runtimebridge.Prompt{Text: "a", Outcome: outcome})
	if !isCancellation(err, runtimebridge.ReasonRequestCancelled) {
		t.Fatalf("err %v", err)
	}
	if n := <-pid; n <= 1 || alive(n) {
		t.Errorf("process %d is alive", n)
	}
}

// alive reports whether a process runs; one that only waits to be reaped does not.
func alive(pid int) bool {
	stat, err := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/stat")
	return err == nil && !strings.Contains(string(stat), ") Z ")
}
