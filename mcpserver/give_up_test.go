package mcpserver_test

import (
	"context"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"github.com/openprogram/openprogram-go/mcpserver/internal/fakeruntime"
	"github.com/openprogram/openprogram-go/runtimebridge"
)

// TestWhatCompletesTooLateIsAnswered ends a connection while calls have completed,
// so that they cannot be cancelled any more, and whoever has to write it down does
// not come to an end. Each is answered all the same, once.
func TestWhatCompletesTooLateIsAnswered(t *testing.T) {
	for name, tc := range map[string]struct {
		end  func(*session)
		took time.Duration
	}{
		"end of input": {func(s *session) { _ = s.in.Close() }, 5*time.Second + 2*time.Second},
		"a signal":     {func(s *session) { s.signal() }, 2 * time.Second},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				s := startInitialized(t, func(with *setup) {
					freed := with.runtime.Freed()
					with.runtime.Result = func(*runtimebridge.TurnResult) { <-freed }
					with.runtime.Tools["stuck"] = func(_ context.Context, _ *fakeruntime.Runtime, call runtimebridge.ToolCall) (runtimebridge.Result, error) {
						call.Outcome.Complete()
						<-freed
						return runtimebridge.TextResult("late"), nil
					}
				})
				s.send(toolCall("1", "prompt_send", `{"prompt":"hello"}`))
				s.send(toolCall("2", "tool_call", `{"name":"stuck"}`))
				begun := time.Now()
				tc.end(s)
				s.wait()
				if took := time.Since(begun); took != tc.took {
					t.Errorf("the end took %s, want %s", took, tc.took)
				}
				got := s.out.take()
				slices.Sort(got)
				wantLines(t, got,
					`{"jsonrpc":"2.0","id":1,"result":{"content":[{"type":"text","text":"{\"error\":\"prompt execution failed\"}"}],"isError":true}}`,
					`{"jsonrpc":"2.0","id":2,"result":{"content":[{"type":"text","text":"Runtime tool execution failed"}],"isError":true}}`)
				s.runtime.Free()
				synctest.Wait()
				if more := s.out.take(); len(more) > 0 {
					t.Errorf("answered again: %s", more)
				}
				finished := s.audit.Of(runtimebridge.AuditPromptFinished)
				if len(finished) != 1 || finished[0].Payload["outcome"] != "error" {
					t.Errorf("recorded ends of the prompt: %v", finished)
				}
			})
		})
	}
}
