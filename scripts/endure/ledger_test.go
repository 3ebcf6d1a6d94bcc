package main

import (
	"strings"
	"testing"
)

// told is a ledger that has been told a story, and what it found.
func told(story func(*ledger)) map[verdict]int {
	f := newFindings()
	l := newLedger("c0.0", f, newTimings())
	story(l)
	return f.count
}

func done(id string) []byte {
	return []byte(`{"jsonrpc":"2.0","id":` + id + `,"result":{"content":[{"type":"text","text":"done"}]}}` + "\n")
}

func gaveUp(id string) []byte {
	return []byte(`{"jsonrpc":"2.0","id":` + id + `,"result":{"content":[{"type":"text","text":"{\"error\":\"prompt execution failed\"}"}],"isError":true}}` + "\n")
}

func cancelledLine(id string) []byte {
	return []byte(`{"jsonrpc":"2.0","id":` + id + `,"error":{"code":0,"message":"Request cancelled"}}` + "\n")
}

func progressLine(token, number string) []byte {
	return []byte(`{"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":"` + token + `","progress":` + number + `}}` + "\n")
}

var nobodys = []byte(`{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"parse error"}}` + "\n")

// stories are what can happen to a connection, with the one verdict on each.
var stories = map[string]struct {
	story func(*ledger)
	want  verdict
}{
	"all is well": {func(l *ledger) {
		l.expect(&request{id: `"a"`, judge: exactly("done", false)})
		l.expectNameless()
		l.take(progressLine("a", "1"))
		l.take(progressLine("a", "2"))
		l.take(nobodys)
		l.take(done(`"a"`))
		l.close(true)
	}, right},
	"cancelled as asked": {func(l *ledger) {
		l.expect(&request{id: `"a"`, judge: whatever})
		l.allowCancel(`"a"`)
		l.take(cancelledLine(`"a"`))
		l.claim(`"a"`)
		l.close(true)
	}, right},
	"killed": {func(l *ledger) {
		l.expect(&request{id: `"a"`, judge: whatever})
		l.expectNameless()
		l.close(false)
	}, right},
	"given up at the end": {func(l *ledger) {
		l.expect(&request{id: `"a"`, judge: answered("a", "")})
		l.beginEnd()
		l.take(gaveUp(`"a"`))
		l.close(true)
	}, right},
	"given up before the end": {func(l *ledger) {
		l.expect(&request{id: `"a"`, judge: answered("a", "")})
		l.take(gaveUp(`"a"`))
		l.beginEnd()
		l.close(true)
	}, wrongAnswer},
	"cancelled by the end": {func(l *ledger) {
		l.expect(&request{id: `"a"`, judge: whatever})
		l.beginEnd()
		l.take(cancelledLine(`"a"`))
		l.close(true)
	}, right},
	"no answer": {func(l *ledger) {
		l.expect(&request{id: `"a"`, judge: whatever})
		l.close(true)
	}, lostAnswer},
	"no answer to a bad frame": {func(l *ledger) {
		l.expectNameless()
		l.close(true)
	}, lostAnswer},
	"two answers": {func(l *ledger) {
		l.expect(&request{id: `"a"`, judge: whatever})
		l.take(done(`"a"`))
		l.take(done(`"a"`))
		l.close(true)
	}, doubledAnswer},
	"an answer after the cancelled one": {func(l *ledger) {
		l.expect(&request{id: `"a"`, judge: whatever})
		l.allowCancel(`"a"`)
		l.take(cancelledLine(`"a"`))
		l.take(done(`"a"`))
		l.close(true)
	}, doubledAnswer},
	"two answers to one bad frame": {func(l *ledger) {
		l.expectNameless()
		l.take(nobodys)
		l.take(nobodys)
		l.close(false)
	}, doubledAnswer},
	"an answer to nothing": {func(l *ledger) { l.take(done(`"b"`)) }, strayAnswer},
	"a number for a string": {func(l *ledger) {
		l.expect(&request{id: `"1"`, judge: whatever})
		l.take(done(`1`))
		l.close(false)
	}, strayAnswer},
	"another text": {func(l *ledger) {
		l.expect(&request{id: `"a"`, judge: exactly("else", false)})
		l.take(done(`"a"`))
	}, wrongAnswer},
	"cancelled by nobody": {func(l *ledger) {
		l.expect(&request{id: `"a"`, judge: whatever})
		l.take(cancelledLine(`"a"`))
	}, wrongAnswer},
	"said to be cancelled before it is answered": {func(l *ledger) {
		l.expect(&request{id: `"a"`, judge: whatever})
		l.allowCancel(`"a"`)
		l.claim(`"a"`)
		l.take(done(`"a"`))
	}, wrongAnswer},
	"said to be cancelled after it was answered": {func(l *ledger) {
		l.expect(&request{id: `"a"`, judge: whatever})
		l.take(done(`"a"`))
		l.claim(`"a"`)
	}, wrongAnswer},
	"said to be cancelled and not there": {func(l *ledger) { l.claim("") }, wrongAnswer},
	"progress after the answer": {func(l *ledger) {
		l.expect(&request{id: `"a"`, judge: whatever})
		l.take(done(`"a"`))
		l.take(progressLine("a", "1"))
	}, oddProgress},
	"progress that stands": {func(l *ledger) {
		l.expect(&request{id: `"a"`, judge: whatever})
		l.take(progressLine("a", "1"))
		l.take(progressLine("a", "1"))
	}, oddProgress},
	"a log line":     {func(l *ledger) { l.take([]byte("level=warn\n")) }, brokenFrame},
	"half a frame":   {func(l *ledger) { l.take(done(`"a"`)[:20]) }, brokenFrame},
	"no line end":    {func(l *ledger) { l.take([]byte(strings.TrimSpace(string(done(`"a"`))))) }, brokenFrame},
	"a request":      {func(l *ledger) { l.take([]byte(`{"jsonrpc":"2.0","id":1,"method":"ping"}` + "\n")) }, brokenFrame},
	"both an error":  {func(l *ledger) { l.take([]byte(`{"jsonrpc":"2.0","id":1,"result":{},"error":{}}` + "\n")) }, brokenFrame},
	"neither of two": {func(l *ledger) { l.take([]byte(`{"jsonrpc":"2.0","id":1}` + "\n")) }, brokenFrame},
}

func TestLedger(t *testing.T) {
	for name, c := range stories {
		t.Run(name, func(t *testing.T) {
			found := told(c.story)
			if c.want == right && len(found) > 0 || c.want != right && (found[c.want] != 1 || len(found) != 1) {
				t.Errorf("found %v, want one %q", found, c.want)
			}
		})
	}
}

// TestSettledOnce has every request settled, once, whatever becomes of it.
func TestSettledOnce(t *testing.T) {
	answers, none := 0, 0
	told(func(l *ledger) {
		for _, id := range []string{`"a"`, `"b"`, `"c"`} {
			l.expect(&request{id: id, judge: whatever, settled: func(a *answer) {
				if a == nil {
					none++
				} else {
					answers++
				}
			}})
		}
		l.allowCancel(`"b"`)
		l.take(done(`"a"`))
		l.take(done(`"a"`))
		l.take(cancelledLine(`"b"`))
		l.close(false)
	})
	if answers != 2 || none != 1 {
		t.Errorf("%d answered, %d not", answers, none)
	}
}
