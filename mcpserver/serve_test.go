package mcpserver_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/openprogram/openprogram-go/authority"
	"github.com/openprogram/openprogram-go/mcpauth"
	"github.com/openprogram/openprogram-go/mcpserver"
	"github.com/openprogram/openprogram-go/mcpserver/internal/fakeruntime"
	"github.com/openprogram/openprogram-go/runtimebridge"
)

func TestNewRefusesIncompleteOptions(t *testing.T) {
	complete := mcpserver.Options{Client: client, Owner: owner, Runtime: fakeruntime.New(), Audit: &fakeruntime.Audit{}}
	if _, err := mcpserver.New(complete); err != nil {
		t.Fatalf("New with complete options: %v", err)
	}
	for name, tc := range map[string]struct {
		change func(*mcpserver.Options)
		want   error
	}{
		"no client":  {func(o *mcpserver.Options) { o.Client = mcpauth.Client{} }, mcpserver.ErrNotAuthenticated},
		"no owner":   {func(o *mcpserver.Options) { o.Owner = authority.Principal{} }, mcpserver.ErrIncompleteOptions},
		"no runtime": {func(o *mcpserver.Options) { o.Runtime = nil }, mcpserver.ErrIncompleteOptions},
		"no audit":   {func(o *mcpserver.Options) { o.Audit = nil }, mcpserver.ErrIncompleteOptions},
	} {
		t.Run(name, func(t *testing.T) {
			options := complete
			tc.change(&options)
			if _, err := mcpserver.New(options); !errors.Is(err, tc.want) {
				t.Errorf("New = %v, want %v", err, tc.want)
			}
		})
	}
}

// TestGrantIsThePairedOne looks at what the runtime is told of its client.
func TestGrantIsThePairedOne(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := start(t)
		s.send(strings.Replace(initLine, `"name":"t"`, `"name":"owner/local"`, 1))
		s.close()
		grants, sources := s.runtime.Grants()
		want := []authority.Grant{{
			SpeakerKind: authority.SpeakerClient, SpeakerID: "mcp/6f69975abe580db3", SpeakerDisplay: "MCP client",
			PrincipalID: owner.ID, Tier: authority.TierPaired, Interaction: authority.NonInteractive,
		}}
		if diff := cmp.Diff(want, grants); diff != "" {
			t.Errorf("grants (-want +got):\n%s", diff)
		}
		if diff := cmp.Diff([]authority.Source{authority.SourceMCP}, sources); diff != "" {
			t.Errorf("sources (-want +got):\n%s", diff)
		}
	})
}

// untouched is an input that must not be read.
type untouched struct{ t *testing.T }

func (u untouched) Read([]byte) (int, error) {
	u.t.Error("the input was read")
	return 0, io.EOF
}

func TestServeRefusesBeforeReading(t *testing.T) {
	t.Run("no audit", func(t *testing.T) {
		closed := false
		with := setup{runtime: fakeruntime.New(), audit: &fakeruntime.Audit{}}
		with.runtime.CloseFunc = func(context.Context) error { closed = true; return nil }
		with.audit.Refuse(runtimebridge.AuditServerStarted)
		err := newServer(t, with).Serve(t.Context(), untouched{t}, io.Discard)
		if !errors.Is(err, mcpserver.ErrAuditUnavailable) {
			t.Errorf("Serve = %v", err)
		}
		if !closed {
			t.Error("the runtime's connection was left open")
		}
	})
	t.Run("no runtime", func(t *testing.T) {
		with := setup{runtime: fakeruntime.New(), audit: &fakeruntime.Audit{}}
		with.runtime.ConnectErr = fakeruntime.ErrInternal
		err := newServer(t, with).Serve(t.Context(), untouched{t}, io.Discard)
		if !errors.Is(err, mcpserver.ErrRuntimeUnavailable) || strings.Contains(err.Error(), "canary") {
			t.Errorf("Serve = %v", err)
		}
		if got := with.audit.Records(); len(got) != 0 {
			t.Errorf("records %v of a server that never started", got)
		}
	})
}

// A log that other processes keep busy for seconds, as long as it would itself
// wait for them, turns no client away.
func TestABusyAuditLogIsWaitedFor(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := start(t, func(with *setup) { with.audit.Busy = 6 * time.Second })
		time.Sleep(6 * time.Second)
		s.send(initLine, readyLine)
		s.out.take()
		wantEnd(t, s.exchange(toolCall("1", "sessions_list", `{}`)), `"text":"[]"}],"isError":false}}`)
		s.close()
		if got := s.audit.Of(runtimebridge.AuditServerStopped); len(got) != 1 {
			t.Errorf("records of the end: %v", got)
		}
	})
}

// TestPromptNeedsItsRecord has the audit log fail when a prompt would start.
func TestPromptNeedsItsRecord(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := startInitialized(t, func(with *setup) { with.audit.Refuse(runtimebridge.AuditPromptStarted) })
		wantEnd(t, s.exchange(toolCall("1", "prompt_send", `{"prompt":"hello"}`)), `{\"error\":\"prompt execution failed\"}"}],"isError":true}}`)
		wantEnd(t, s.exchange(toolCall("2", "sessions_list", `{}`)), `"text":"[]"}],"isError":false}}`)
		s.close()
		if got := s.audit.Of(runtimebridge.AuditPromptFinished); len(got) != 0 {
			t.Errorf("the end of a prompt that did not start is recorded: %v", got)
		}
	})
}

// TestRepliesSurviveTheEndOfInput writes requests and closes at once, as a shell
// pipe does.
func TestRepliesSurviveTheEndOfInput(t *testing.T) {
	var frames strings.Builder
	fmt.Fprintln(&frames, initLine)
	for i := range 50 {
		fmt.Fprintln(&frames, toolCall(fmt.Sprint(i+1), "prompt_send", `{"prompt":"hello"}`))
	}
	frames.WriteString(toolCall(`"last"`, "tools_list", `{}`)) // and no line end
	for range 20 {
		with := setup{runtime: fakeruntime.New(), audit: &fakeruntime.Audit{}}
		var out outputBuffer
		if err := newServer(t, with).Serve(t.Context(), strings.NewReader(frames.String()), &out); err != nil {
			t.Fatal(err)
		}
		if got := out.take(); len(got) != 52 {
			t.Fatalf("%d answers to 52 requests", len(got))
		}
	}
}

// TestEndIsBounded ends connections whose runtime does what it must not.
func TestEndIsBounded(t *testing.T) {
	for name, tc := range map[string]struct {
		change func(*setup)
		call   string
		most   time.Duration
	}{
		"tool ignores its context":   {call: toolCall("1", "tool_call", `{"name":"deaf"}`), most: 5*time.Second + 2*time.Second},
		"prompt ignores its context": {call: toolCall("1", "prompt_send", `{"prompt":"deaf"}`), most: 5*time.Second + 2*time.Second},
		"close panics":               {change: func(s *setup) { s.runtime.CloseFunc = func(context.Context) error { panic("canary") } }, call: pingLine},
		"close hangs":                {change: func(s *setup) { s.runtime.CloseFunc = func(context.Context) error { <-s.runtime.Freed(); return nil } }, call: pingLine, most: 500 * time.Millisecond},
		"close fails":                {change: func(s *setup) { s.runtime.CloseFunc = func(context.Context) error { return errors.New("canary") } }, call: pingLine},
		"no grace":                   {change: func(s *setup) { s.options.ShutdownGrace = -1 }, call: toolCall("1", "prompt_send", `{"prompt":"hang"}`)},
		"long grace":                 {change: func(s *setup) { s.options.ShutdownGrace = time.Minute }, call: toolCall("1", "prompt_send", `{"prompt":"work"}`), most: 25 * time.Second},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				var changes []func(*setup)
				if tc.change != nil {
					changes = append(changes, tc.change)
				}
				s := startInitialized(t, changes...)
				s.send(tc.call)
				begun := time.Now()
				s.close()
				if took := time.Since(begun); took != tc.most {
					t.Errorf("the end took %s, want %s", took, tc.most)
				}
				if got := s.audit.Of(runtimebridge.AuditServerStopped); len(got) != 1 {
					t.Errorf("records of the end: %v", got)
				}
				cancelled := s.audit.Of(runtimebridge.AuditRequestCancelled)
				if want := strings.Contains(tc.call, "deaf") || strings.Contains(tc.call, "hang"); (len(cancelled) == 1) != want {
					t.Errorf("records of cancellation: %v", cancelled)
				}
				if strings.Contains(s.logs.String(), "canary") {
					t.Error("the log holds what the runtime said")
				}
				s.runtime.Free()
			})
		})
	}
}

// TestViewIsClosedAfterASignal looks at the context that is left for it.
func TestViewIsClosedAfterASignal(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		closed := errors.New("not closed")
		s := startInitialized(t, func(with *setup) {
			with.runtime.CloseFunc = func(ctx context.Context) error { closed = ctx.Err(); return nil }
		})
		s.signal()
		s.wait()
		if closed != nil {
			t.Errorf("the runtime's connection: %v", closed)
		}
	})
}

// TestSignalCutsTheGraceShort ends the context while accepted calls have time.
func TestSignalCutsTheGraceShort(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := startInitialized(t)
		s.send(toolCall("1", "prompt_send", `{"prompt":"hang"}`))
		_ = s.in.Close()
		time.Sleep(time.Second)
		s.signal()
		synctest.Wait()
		wantLines(t, s.out.take(), `{"jsonrpc":"2.0","id":1,"error":{"code":0,"message":"Request cancelled"}}`)
		s.wait()
	})
}

// TestNothingIsTakenAfterASignal sends frames while the server cleans up.
func TestNothingIsTakenAfterASignal(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := startInitialized(t)
		s.send(toolCall("1", "tool_call", `{"name":"deaf"}`))
		s.signal()
		synctest.Wait()
		s.out.take()
		if got := s.exchange(pingLine + "\n" + toolCall("2", "prompt_send", `{"prompt":"hello"}`)); got != nil {
			t.Errorf("after a signal came %s", got)
		}
		s.runtime.Free()
		s.wait()
		if got := s.audit.Of(runtimebridge.AuditPromptStarted); len(got) != 0 {
			t.Errorf("a prompt was started after a signal: %v", got)
		}
	})
}

// TestContextOfACall looks at the cause that the runtime's work sees.
func TestContextOfACall(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		causes := make(chan error, 3)
		s := startInitialized(t, func(with *setup) {
			with.runtime.Tools["cause"] = func(ctx context.Context, _ *fakeruntime.Runtime, _ runtimebridge.ToolCall) (runtimebridge.Result, error) {
				<-ctx.Done()
				causes <- context.Cause(ctx)
				return runtimebridge.TextResult("too late"), nil
			}
		})
		s.send(toolCall("1", "tool_call", `{"name":"cause"}`))
		wantLines(t, s.exchange(cancelLine("1")), `{"jsonrpc":"2.0","id":1,"error":{"code":0,"message":"Request cancelled"}}`)
		s.send(toolCall("2", "tool_call", `{"name":"cause"}`))
		s.signal()
		s.wait()
		for _, want := range []runtimebridge.CancelReason{runtimebridge.ReasonRequestCancelled, runtimebridge.ReasonConnectionClosed} {
			var got *runtimebridge.Cancellation
			if err := <-causes; !errors.As(err, &got) || got.Reason != want {
				t.Errorf("cause %v, want a cancellation for %s", err, want)
			}
		}
	})
}
