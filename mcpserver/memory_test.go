package mcpserver_test

import (
	"bufio"
	"fmt"
	"runtime"
	"strings"
	"testing"
)

// TestWaitingCallsAreSmall has calls wait whose arguments are many times larger
// in memory than in their frames.
func TestWaitingCallsAreSmall(t *testing.T) {
	d := dialInitialized(t, oneAtATime(16, 32<<20))
	d.send(toolCall("0", "tool_call", `{"name":"hang"}`))
	before := heap()
	frame := `{"name":"echo","arguments":{"query":[1` + strings.Repeat(",1", 900_000) + `]}}`
	const waiting = 4
	for i := range waiting {
		d.send(toolCall(fmt.Sprint(i+1), "tool_call", frame))
	}
	d.send(`{"jsonrpc":"2.0","id":"read","method":"ping"}`)
	d.next()
	if grown := heap() - before; grown > 32<<20 {
		t.Errorf("%d MiB for %d MiB of frames", grown>>20, waiting*len(frame)>>20)
	}
	for i := range waiting + 1 {
		d.send(cancelLine(fmt.Sprint(waiting - i)))
		d.next()
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
