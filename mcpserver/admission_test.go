package mcpserver_test

import (
	"fmt"
	"strings"
	"testing"
	"testing/synctest"

	"github.com/openprogram/openprogram-go/mcpserver"
	"github.com/openprogram/openprogram-go/runtimebridge"
)

const busyAnswer = `"error":{"code":-32000,"message":"server is busy"}}`

// TestHeavyCallsAreLimited fills every place with the default limits.
func TestHeavyCallsAreLimited(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := startInitialized(t)
		for i := range 64 + 256 {
			name, arguments := "tool_call", `{"name":"hang"}`
			if i%2 == 0 {
				name, arguments = "prompt_send", `{"prompt":"hang"}`
			}
			if got := s.exchange(toolCall(fmt.Sprint(1000+i), name, arguments)); got != nil {
				t.Fatalf("call %d was answered: %s", i, got)
			}
		}
		if got := s.audit.Of(runtimebridge.AuditPromptStarted); len(got) != 32 {
			t.Errorf("%d prompts run, want 32 of the 64 running calls", len(got))
		}
		wantEnd(t, s.exchange(toolCall("1", "tool_call", `{"name":"echo"}`)), busyAnswer)
		wantEnd(t, s.exchange(toolCall("2", "prompt_send", `{"prompt":"x"}`)), busyAnswer)

		// Everything else is served as ever.
		wantEnd(t, s.exchange(toolCall("3", "sessions_list", `{}`)), `"isError":false}}`)
		wantEnd(t, s.exchange(toolCall("4", "tools_list", `{}`)), `"isError":false}}`)
		wantEnd(t, s.exchange(`{"jsonrpc":"2.0","id":5,"method":"ping"}`), `"result":{}}`)
		wantEnd(t, s.exchange(toolCall("6", "prompt_cancel", `{"session_id":"mcp_00000000000000000000000000000001"}`)),
			`{\"cancelled\":true,\"session_id\":\"mcp_00000000000000000000000000000001\"}"}],"isError":false}}`)

		// The cancelled one's place went to the first that waited, and one more may wait now.
		if got := s.exchange(toolCall("7", "tool_call", `{"name":"hang"}`)); got != nil {
			t.Fatalf("a call was refused although a place is free: %s", got)
		}
		wantEnd(t, s.exchange(toolCall("8", "tool_call", `{"name":"echo"}`)), busyAnswer)
		s.close()
		if got := s.audit.Of(runtimebridge.AuditRequestCancelled); len(got) != 64+256+1 {
			t.Errorf("%d cancellation records, want one for each of the 321 calls", len(got))
		}
	})
}

// TestStuckRuntimeStopsNoCancel fills every place of the light calls with ones
// that hang.
func TestStuckRuntimeStopsNoCancel(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		release := make(chan struct{})
		s := startInitialized(t, func(with *setup) {
			with.runtime.Sessions = func(int) ([]runtimebridge.SessionSummary, error) { <-release; return nil, nil }
		})
		s.send(toolCall("1", "prompt_send", `{"prompt":"hang"}`))
		for i := range 20 {
			s.send(toolCall(fmt.Sprint(100+i), "sessions_list", `{}`))
		}
		wantEnd(t, s.exchange(toolCall("2", "prompt_cancel", `{"session_id":"`+firstSession+`"}`)), `"isError":false}}`)
		wantEnd(t, s.exchange(`{"jsonrpc":"2.0","id":3,"method":"ping"}`), `"id":3,"result":{}}`)
		wantLines(t, s.exchange(cancelLine("119")), `{"jsonrpc":"2.0","id":119,"error":{"code":0,"message":"Request cancelled"}}`)
		close(release)
		synctest.Wait()
		if got := s.out.take(); len(got) != 19 {
			t.Errorf("%d of 19 calls were served in the end", len(got))
		}
		s.close()
	})
}

// TestWaitingCallCanBeCancelled cancels a call before it began.
func TestWaitingCallCanBeCancelled(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := startInitialized(t, oneAtATime(1, 1<<20))
		s.send(toolCall("1", "tool_call", `{"name":"hang"}`))
		s.send(toolCall("2", "prompt_send", `{"prompt":"hello","session_id":"given"}`))
		wantEnd(t, s.exchange(toolCall("3", "tool_call", `{"name":"echo"}`)), busyAnswer)
		wantLines(t, s.exchange(cancelLine("2")), `{"jsonrpc":"2.0","id":2,"error":{"code":0,"message":"Request cancelled"}}`)
		records := s.audit.Of(runtimebridge.AuditRequestCancelled)
		if len(records) != 1 || records[0].Payload["session_id"] != "given" {
			t.Errorf("records %v, want one with the session that was given", records)
		}
		// Its place is free: another one may wait, and runs when its turn comes.
		s.send(toolCall("4", "tool_call", `{"name":"echo"}`))
		wantLines(t, s.exchange(cancelLine("1")),
			`{"jsonrpc":"2.0","id":1,"error":{"code":0,"message":"Request cancelled"}}`,
			`{"jsonrpc":"2.0","id":4,"result":{"content":[{"type":"text","text":"{}"}],"isError":false}}`)
		s.close()
		if started := s.audit.Of(runtimebridge.AuditPromptStarted); len(started) != 0 {
			t.Errorf("a prompt that was cancelled before it began was started: %v", started)
		}
	})
}

// TestLargeWaitingCallKeepsItsArguments has a call wait whose decoded arguments
// are not kept meanwhile.
func TestLargeWaitingCallKeepsItsArguments(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := startInitialized(t, oneAtATime(9, 1<<20))
		long := strings.Repeat("é", 10_000)
		s.send(toolCall("1", "tool_call", `{"name":"hang"}`))
		s.send(toolCall("2", "tool_call", `{"name":"echo","arguments":{"query":"`+long+`"}}`))
		s.send(toolCall("3", "tool_call", `{"name":"echo","arguments":{"query":"short"}}`))
		got := s.exchange(cancelLine("1"))
		wantLines(t, got[1:],
			`{"jsonrpc":"2.0","id":2,"result":{"content":[{"type":"text","text":"{\"query\":\"`+long+`\"}"}],"isError":false}}`,
			`{"jsonrpc":"2.0","id":3,"result":{"content":[{"type":"text","text":"{\"query\":\"short\"}"}],"isError":false}}`)
		s.close()
	})
}

// TestWaitingFramesAreBounded counts the bytes of those that wait, together.
func TestWaitingFramesAreBounded(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := startInitialized(t, oneAtATime(9, 20_000))
		large := `{"name":"hang","arguments":{"query":"` + strings.Repeat("x", 9_000) + `"}}`
		s.send(toolCall("1", "tool_call", large)) // runs, and does not count
		s.send(toolCall("2", "tool_call", large))
		s.send(toolCall("3", "tool_call", large))
		wantEnd(t, s.exchange(toolCall("4", "tool_call", large)), busyAnswer)
		s.send(cancelLine("2"))
		s.out.take()
		if got := s.exchange(toolCall("5", "tool_call", large)); got != nil {
			t.Errorf("refused although there is room again: %s", got)
		}
		s.close()
	})
}

// TestLargeCallsShareTheMemory has calls come that are too large to run at once.
func TestLargeCallsShareTheMemory(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := startInitialized(t, func(with *setup) {
			with.options.Limits = mcpserver.Limits{RunningBytes: 1 << 20, Waiting: 9}
		})
		sized := func(id, name string, size int) string {
			return toolCall(id, "tool_call", `{"name":"`+name+`","arguments":{"query":"`+strings.Repeat("x", size)+`"}}`)
		}
		s.send(sized("1", "hang", 2<<20)) // over the bound, but alone
		if got := s.exchange(sized("2", "report", 400_000), sized("3", "report", 400_000), sized("4", "report", 400_000)); got != nil {
			t.Fatalf("large calls ran beside one that fills the memory: %.200s", got)
		}
		wantEnd(t, s.exchange(toolCall("5", "tool_call", `{"name":"echo"}`)), `"text":"{}"}],"isError":false}}`)
		got := s.exchange(cancelLine("1"))
		if len(got) != 4 || !strings.Contains(strings.Join(got[1:], ""), `"id":4,"result"`) {
			t.Errorf("after the large one: %.200s", got)
		}
		s.send(sized("6", "hang", 400_000), sized("7", "hang", 400_000), sized("8", "report", 400_000))
		if got := s.out.take(); got != nil {
			t.Errorf("a third large call ran: %.200s", got)
		}
		wantEnd(t, s.exchange(cancelLine("6")), `"text":"reported"}],"isError":false}}`)
		s.close()
	})
}

// TestHistoriesAreReadOneAtATime has a client ask for sessions faster than they
// can be read. That holds up nothing else.
func TestHistoriesAreReadOneAtATime(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		entered, release := 0, make(chan struct{})
		s := startInitialized(t, func(with *setup) {
			with.runtime.Branch = func(string) ([]runtimebridge.Message, error) {
				entered++
				<-release
				return nil, nil
			}
		})
		for i := range 5 {
			s.send(toolCall(fmt.Sprint(10+i), "session_get", `{"session_id":"s"}`))
		}
		wantEnd(t, s.exchange(toolCall("1", "sessions_list", `{}`)), `"isError":false}}`)
		if entered != 1 {
			t.Errorf("%d histories are read at once", entered)
		}
		close(release)
		synctest.Wait()
		if got := s.out.take(); len(got) != 5 {
			t.Errorf("got %s", got)
		}
		s.close()
	})
}

// TestStuckWorkKeepsItsPlace has a cancelled tool go on: what cannot be stopped
// stays counted.
func TestStuckWorkKeepsItsPlace(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := startInitialized(t, oneAtATime(1, 1<<20))
		s.send(toolCall("1", "tool_call", `{"name":"deaf"}`))
		wantLines(t, s.exchange(cancelLine("1")), `{"jsonrpc":"2.0","id":1,"error":{"code":0,"message":"Request cancelled"}}`)
		if got := s.exchange(toolCall("1", "tool_call", `{"name":"echo"}`)); got != nil {
			t.Fatalf("a second call ran beside stuck work: %s", got)
		}
		s.runtime.Free()
		synctest.Wait()
		wantLines(t, s.out.take(), `{"jsonrpc":"2.0","id":1,"result":{"content":[{"type":"text","text":"{}"}],"isError":false}}`)
		if s.runtime.Late() != 1 {
			t.Error("the late effect of a cancelled call landed")
		}
		s.close()
	})
}

// oneAtATime lets one heavy call run and some wait.
func oneAtATime(waiting, waitingBytes int) func(*setup) {
	return func(with *setup) {
		with.options.Limits = mcpserver.Limits{Running: 1, Waiting: waiting, WaitingBytes: waitingBytes}
	}
}

func wantLines(t *testing.T, got []string, want ...string) {
	t.Helper()
	if strings.Join(got, "\n") != strings.Join(want, "\n") {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

func wantEnd(t *testing.T, got []string, end string) {
	t.Helper()
	if len(got) == 0 || !strings.HasSuffix(got[len(got)-1], end) {
		t.Errorf("got %s, want the last line to end in %s", got, end)
	}
}
