package mcpserver_test

import (
	"context"
	"encoding/json"
	"runtime"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/openprogram/openprogram-go/mcpserver/internal/fakeruntime"
	"github.com/openprogram/openprogram-go/runtimebridge"
)

const firstSession = "mcp_00000000000000000000000000000001"

// TestCancelWaitsForACommit has a cancel arrive in the middle of a write: the
// write lands, then the client is told, and meanwhile everything else is served.
func TestCancelWaitsForACommit(t *testing.T) {
	writing, written := make(chan struct{}), make(chan struct{})
	d := dialInitialized(t, func(with *setup) {
		with.runtime.Tools["write"] = func(ctx context.Context, _ *fakeruntime.Runtime, call runtimebridge.ToolCall) (runtimebridge.Result, error) {
			err := call.Outcome.Commit(func() error {
				close(writing)
				<-written
				return nil
			})
			<-ctx.Done()
			return runtimebridge.TextResult("written"), err
		}
	})
	d.send(toolCall("1", "tool_call", `{"name":"write"}`))
	<-writing
	before := runtime.NumGoroutine()
	for range 1000 {
		d.send(cancelLine("1"))
	}
	d.send(pingLine) // the id is still in use
	d.send(`{"jsonrpc":"2.0","id":2,"method":"ping"}`)
	got := []string{d.next(), d.next()}
	if grown := runtime.NumGoroutine() - before; grown > 100 {
		t.Errorf("%d goroutines wait for one cancel", grown)
	}
	close(written)
	wantLines(t, append(got, d.next()),
		`{"jsonrpc":"2.0","id":1,"error":{"code":-32600,"message":"invalid request"}}`,
		`{"jsonrpc":"2.0","id":2,"result":{}}`,
		`{"jsonrpc":"2.0","id":1,"error":{"code":0,"message":"Request cancelled"}}`)
	d.close()
	if got := d.setup.audit.Of(runtimebridge.AuditRequestCancelled); len(got) != 1 {
		t.Errorf("records %v, want one", got)
	}
}

// TestNextPromptWaitsForTheCleanup sends a prompt to a session whose cancelled
// turn has not let go of it.
func TestNextPromptWaitsForTheCleanup(t *testing.T) {
	next := toolCall("3", "prompt_send", `{"prompt":"next","session_id":"`+firstSession+`"}`)
	begin := func(t *testing.T) *session {
		s := startInitialized(t)
		s.send(toolCall("1", "prompt_send", `{"prompt":"hello"}`))
		s.send(toolCall("2", "prompt_send", `{"prompt":"deaf","session_id":"`+firstSession+`"}`))
		s.send(cancelLine("2"))
		s.out.take()
		return s
	}
	t.Run("it ends", func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			s := begin(t)
			if got := s.exchange(next); got != nil {
				t.Fatalf("answered %s while the old turn still runs", got)
			}
			s.runtime.Free()
			synctest.Wait()
			wantEnd(t, s.out.take(), `\"text\":\"echo: next\"}"}],"isError":false}}`)
			s.close()
			if s.runtime.Late() != 1 {
				t.Error("the cancelled turn wrote after its cancel")
			}
		})
	})
	t.Run("it does not end", func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			s := begin(t)
			s.send(next)
			time.Sleep(5*time.Second + time.Millisecond)
			synctest.Wait()
			wantEnd(t, s.out.take(), `{\"error\":\"session is busy\"}"}],"isError":true}}`)
			s.runtime.Free()
			s.close()
		})
	})
	t.Run("the next one is cancelled too", func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			s := begin(t)
			s.send(next)
			wantLines(t, s.exchange(cancelLine("3")), `{"jsonrpc":"2.0","id":3,"error":{"code":0,"message":"Request cancelled"}}`)
			if got := s.audit.Of(runtimebridge.AuditRequestCancelled); len(got) != 1 || got[0].Payload["request_id"] != json.Number("3") {
				t.Errorf("records %v, want one of the prompt that had not begun", got)
			}
			s.runtime.Free()
			s.close()
		})
	})
}

// TestPromptCancelKnowsOnlyItsOwnConnection has two connections to one runtime.
func TestPromptCancelKnowsOnlyItsOwnConnection(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		a := startInitialized(t)
		b := startInitialized(t, func(with *setup) { with.runtime, with.audit = a.runtime, a.audit })
		a.send(toolCall("1", "prompt_send", `{"prompt":"hang"}`))
		cancel := toolCall("2", "prompt_cancel", `{"session_id":"`+firstSession+`"}`)
		wantEnd(t, b.exchange(cancel), `{\"cancelled\":false,\"session_id\":\"`+firstSession+`\"}"}],"isError":false}}`)
		wantEnd(t, b.exchange(toolCall("3", "prompt_send", `{"prompt":"x","session_id":"`+firstSession+`"}`)),
			`{\"error\":\"session is busy\"}"}],"isError":true}}`)
		if got := b.exchange(cancelLine("1")); got != nil {
			t.Errorf("a cancel for another connection's request was answered: %s", got)
		}
		b.close()
		if got := a.out.take(); got != nil {
			t.Errorf("the prompt was ended by another connection: %s", got)
		}
		wantEnd(t, a.exchange(cancel), `{\"cancelled\":true,\"session_id\":\"`+firstSession+`\"}"}],"isError":false}}`)
		a.close()
	})
}

// TestCancelledResultIsDropped lets a runtime claim a result for a call that was
// cancelled.
func TestCancelledResultIsDropped(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := startInitialized(t, func(with *setup) {
			with.runtime.Tools["stubborn"] = func(ctx context.Context, _ *fakeruntime.Runtime, call runtimebridge.ToolCall) (runtimebridge.Result, error) {
				<-ctx.Done()
				call.Progress(runtimebridge.Progress{Message: "late"})
				return runtimebridge.TextResult("late"), nil
			}
		})
		s.send(`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"tool_call","arguments":{"name":"stubborn"},"_meta":{"progressToken":1}}}`)
		s.send(cancelLine("1"))
		s.close()
		wantLines(t, s.out.take(), `{"jsonrpc":"2.0","id":1,"error":{"code":0,"message":"Request cancelled"}}`)
	})
}

// TestCancellationWithoutACancel has a runtime say that a call was cancelled
// which nobody cancelled: that is a failure, and the call is answered.
func TestCancellationWithoutACancel(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := startInitialized(t, func(with *setup) {
			with.runtime.Tools["liar"] = fakeruntime.Fails(&runtimebridge.Cancellation{Reason: "canary"})
		})
		wantEnd(t, s.exchange(toolCall("1", "tool_call", `{"name":"liar"}`)), `"text":"Runtime tool execution failed"}],"isError":true}}`)
		s.close()
		if got := s.audit.Of(runtimebridge.AuditRequestCancelled); len(got) != 0 {
			t.Errorf("records %v of a cancel that did not happen", got)
		}
	})
}

// TestCancelRecordNeverHoldsALongSession gives a session id that is none.
func TestCancelRecordNeverHoldsALongSession(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := startInitialized(t, oneAtATime(9, 1<<20))
		s.send(toolCall("1", "tool_call", `{"name":"hang"}`))
		s.send(toolCall("2", "prompt_send", `{"prompt":"x","session_id":"`+strings.Repeat("x", 129)+`"}`), cancelLine("2"))
		s.send(toolCall("3", "tool_call", `{"name":"echo","session_id":"canary"}`), cancelLine("3"))
		s.close()
		records := s.audit.Of(runtimebridge.AuditRequestCancelled)
		if len(records) != 3 {
			t.Fatalf("records %v, want three", records)
		}
		for _, r := range records {
			if r.Payload["session_id"] != "" {
				t.Errorf("record %v names a session that is none", r)
			}
		}
	})
}

// TestCancelRecordDoesNotWaitForEver has a tool go on that was cancelled.
func TestCancelRecordDoesNotWaitForEver(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := startInitialized(t)
		s.send(toolCall("1", "tool_call", `{"name":"deaf"}`))
		s.send(cancelLine("1"))
		time.Sleep(5*time.Second - time.Millisecond)
		synctest.Wait()
		if got := s.audit.Of(runtimebridge.AuditRequestCancelled); len(got) != 0 {
			t.Errorf("recorded %v before the work has ended", got)
		}
		time.Sleep(2 * time.Millisecond)
		synctest.Wait()
		if got := s.audit.Of(runtimebridge.AuditRequestCancelled); len(got) != 1 {
			t.Errorf("records %v after 5 s, want one", got)
		}
		s.runtime.Free()
		s.close()
	})
}

// TestCancelledPromptIsNotAdmitted cancels a prompt before its session is known.
func TestCancelledPromptIsNotAdmitted(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := startInitialized(t, func(with *setup) {
			with.runtime.BeforeAdmit = func(ctx context.Context) { <-ctx.Done() }
		})
		s.send(toolCall("1", "prompt_send", `{"prompt":"hello"}`))
		wantLines(t, s.exchange(cancelLine("1")), `{"jsonrpc":"2.0","id":1,"error":{"code":0,"message":"Request cancelled"}}`)
		wantEnd(t, s.exchange(toolCall("2", "sessions_list", `{}`)), `"text":"[]"}],"isError":false}}`)
		s.close()
		if got := s.audit.Of(runtimebridge.AuditPromptStarted); len(got) != 0 {
			t.Errorf("a cancelled prompt was started: %v", got)
		}
	})
}

// TestQuestionsAreDeclined has a turn ask.
func TestQuestionsAreDeclined(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := startInitialized(t)
		wantEnd(t, s.exchange(toolCall("1", "prompt_send", `{"prompt":"ask"}`)), `\"text\":\"echo: ask\"}"}],"isError":false}}`)
		s.close()
		if got := s.runtime.Questions(); len(got) != 1 || got[0].Verdict != runtimebridge.Declined {
			t.Errorf("answers %v, want one refusal", got)
		}
	})
}
