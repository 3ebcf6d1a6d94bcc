package mcpserver_test

import (
	"bufio"
	"fmt"
	"runtime"
	"strings"
	"testing"

	"github.com/openprogram/openprogram-go/mcpcontracts"
)

// bulky are arguments that are many times larger in memory than in their frame.
var bulky = `{"name":"hang","arguments":{"query":[` + strings.Repeat(`{"a":1},`, mcpcontracts.MaxValues/2-20) + `1]}}`

// TestWaitingCallsAreSmall has bulky calls wait for their turn.
func TestWaitingCallsAreSmall(t *testing.T) {
	holdBulkyCalls(t, 10, oneAtATime(16, 32<<20))
}

// TestRunningCallsAreSmall has bulky calls come while there are places for all:
// what they take together is bounded too.
func TestRunningCallsAreSmall(t *testing.T) {
	holdBulkyCalls(t, 10)
}

// holdBulkyCalls sends calls that do not end, looks at the memory that they take
// together, and cancels them, so that each one has run.
func holdBulkyCalls(t *testing.T, calls int, changes ...func(*setup)) {
	t.Helper()
	d := dialInitialized(t, changes...)
	d.send(toolCall("0", "tool_call", `{"name":"hang"}`))
	before := heap()
	for i := range calls {
		d.send(toolCall(fmt.Sprint(i+1), "tool_call", bulky))
	}
	d.send(`{"jsonrpc":"2.0","id":"read","method":"ping"}`)
	if got := d.next(); got != `{"jsonrpc":"2.0","id":"read","result":{}}` {
		t.Fatalf("got %s", got)
	}
	if grown := heap() - before; grown > 48<<20 {
		t.Errorf("%d MiB for %d MiB of frames", grown>>20, calls*len(bulky)>>20)
	}
	for i := range calls + 1 {
		d.send(cancelLine(fmt.Sprint(i)))
		wantEnd(t, []string{d.next()}, `"error":{"code":0,"message":"Request cancelled"}}`)
	}
	d.close()
}

// TestLargeFramesAreForgotten sends and gets a frame near the bound.
func TestLargeFramesAreForgotten(t *testing.T) {
	d := dialInitialized(t)
	before := heap()
	d.send(toolCall("1", "tool_call", `{"name":"echo","arguments":{"query":"`+strings.Repeat("x", 15<<20)+`"}}`))
	if got := d.next(); len(got) < 15<<20 {
		t.Fatalf("got %.200s", got)
	}
	d.lines = bufio.NewScanner(d.in) // the client's own buffer is large too
	for range 2 {
		d.send(pingLine)
		d.next()
	}
	if grown := heap() - before; grown > 8<<20 {
		t.Errorf("%d MiB are kept of a frame that is over", grown>>20)
	}
	d.close()
}

func heap() int {
	runtime.GC()
	var stats runtime.MemStats
	runtime.ReadMemStats(&stats)
	return int(stats.HeapAlloc)
}
