package mcpserver_test

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/openprogram/openprogram-go/mcpserver/internal/fakeruntime"
	"github.com/openprogram/openprogram-go/runtimebridge"
)

// progressOf gives the numbers and messages of all progress notifications.
func progressOf(t *testing.T, lines []string) (numbers []float64, messages []string) {
	t.Helper()
	for _, line := range lines {
		var note struct {
			Method string
			Params struct {
				Progress float64
				Message  string
			}
		}
		if err := json.Unmarshal([]byte(line), &note); err != nil {
			t.Fatal(err)
		}
		if note.Method == "notifications/progress" {
			numbers = append(numbers, note.Params.Progress)
			messages = append(messages, note.Params.Message)
		}
	}
	return numbers, messages
}

// callWithToken calls a runtime tool and asks for progress.
func callWithToken(name string) string {
	return `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"tool_call","arguments":{"name":"` + name + `"},"_meta":{"progressToken":"t"}}}`
}

type report = func(message string)

// withReporter adds a tool that runs a function with its way to report.
func withReporter(run func(report)) func(*setup) {
	return func(with *setup) {
		with.runtime.Tools["reporter"] = func(_ context.Context, _ *fakeruntime.Runtime, call runtimebridge.ToolCall) (runtimebridge.Result, error) {
			run(func(message string) { call.Progress(runtimebridge.Progress{Message: message}) })
			return runtimebridge.TextResult("done"), nil
		}
	}
}

// TestProgressIsRateLimited has a tool report 10 000 times within one second.
func TestProgressIsRateLimited(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := startInitialized(t, withReporter(func(report report) {
			time.Sleep(time.Minute) // a long silence is no credit
			for i := range 10_000 {
				report(fmt.Sprint(i))
				time.Sleep(100 * time.Microsecond)
			}
		}))
		s.send(callWithToken("reporter"))
		time.Sleep(time.Minute + 2*time.Second)
		numbers, messages := progressOf(t, s.out.take())
		if len(numbers) < 20 || len(numbers) > 40 {
			t.Errorf("%d notifications within a second", len(numbers))
		}
		for i, n := range numbers {
			if n != float64(i+1) {
				t.Fatalf("progress %v does not count up", numbers)
			}
		}
		if last := messages[len(messages)-1]; last != "9999" {
			t.Errorf("the last report is %q, want the tool's last", last)
		}
		s.close()
	})
}

// TestProgressComesInTime has a tool make a few reports too fast and then work
// on in silence: the last report does not wait for the end.
func TestProgressComesInTime(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := startInitialized(t, withReporter(func(report report) {
			for i := range 20 {
				report(fmt.Sprint(i))
			}
			time.Sleep(time.Minute)
		}))
		s.send(callWithToken("reporter"))
		time.Sleep(time.Second)
		synctest.Wait()
		if _, messages := progressOf(t, s.out.take()); len(messages) != 17 || messages[16] != "19" {
			t.Errorf("messages %q, want the burst and the last", messages)
		}
		time.Sleep(time.Minute)
		synctest.Wait()
		wantLines(t, s.out.take(), `{"jsonrpc":"2.0","id":1,"result":{"content":[{"type":"text","text":"done"}],"isError":false}}`)
		s.close()
	})
}

// TestNoHeldProgressAfterACancel has a tool make reports too fast, and its client
// cancel.
func TestNoHeldProgressAfterACancel(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := startInitialized(t, withReporter(func(report report) {
			for i := range 20 {
				report(fmt.Sprint(i))
			}
			time.Sleep(time.Minute)
		}))
		s.send(callWithToken("reporter"))
		s.out.take()
		wantLines(t, s.exchange(cancelLine("1")), `{"jsonrpc":"2.0","id":1,"error":{"code":0,"message":"Request cancelled"}}`)
		time.Sleep(2 * time.Minute)
		s.close()
		if got := s.out.take(); got != nil {
			t.Errorf("after the cancel came %s", got)
		}
	})
}

// TestOddReports has a tool report what is not fit to be shown.
func TestOddReports(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := startInitialized(t, withReporter(func(report report) {
			report("")
			report("\xff")
			report(strings.Repeat("é", 1000))
			report("\"\n\x1b")
		}))
		got := s.exchange(callWithToken("reporter"))
		_, messages := progressOf(t, got)
		if len(messages) != 2 || messages[0] != strings.Repeat("é", 200) || messages[1] != "\"\n\x1b" {
			t.Errorf("messages %q", messages)
		}
		s.close()
	})
}

// TestNoProgressAfterTheAnswer has a tool report on when it should not.
func TestNoProgressAfterTheAnswer(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var late report
		s := startInitialized(t, withReporter(func(report report) {
			report("in time")
			late = report
		}))
		got := s.exchange(callWithToken("reporter"))
		if len(got) != 2 {
			t.Fatalf("got %s", got)
		}
		late("too late")
		time.Sleep(time.Minute)
		synctest.Wait()
		if got := s.out.take(); got != nil {
			t.Errorf("after the answer came %s", got)
		}
		s.close()
	})
}

// TestProgressAndAnswerRace has reports come from another goroutine while the
// tool returns.
func TestProgressAndAnswerRace(t *testing.T) {
	d := dialInitialized(t, withReporter(func(report report) {
		go func() {
			for range 8 {
				report("working")
			}
		}()
	}))
	for range 500 {
		d.send(callWithToken("reporter"))
		last := ""
		for !strings.Contains(last, `"id":1`) {
			last = d.next()
		}
		d.send(`{"jsonrpc":"2.0","id":2,"method":"ping"}`)
		if got := d.next(); got != `{"jsonrpc":"2.0","id":2,"result":{}}` {
			t.Fatalf("after the answer came %s", got)
		}
	}
	d.close()
}
