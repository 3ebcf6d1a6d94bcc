package mcpserver_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/openprogram/openprogram-go/mcpserver"
	"github.com/openprogram/openprogram-go/mcpserver/internal/fakeruntime"
	"github.com/openprogram/openprogram-go/runtimebridge"
)

const pingLine = `{"jsonrpc":"2.0","id":1,"method":"ping"}`

// tap is an output whose reader can stop reading.
type tap struct {
	mu     sync.Mutex
	opened chan struct{}
	shut   bool
	took   strings.Builder
}

func newTap() *tap { return &tap{opened: make(chan struct{})} }

func (o *tap) Write(p []byte) (int, error) {
	<-o.opened
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.shut {
		return 0, io.ErrClosedPipe
	}
	return o.took.Write(p)
}

func (o *tap) taken() string {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.took.String()
}

// release ends a write that hangs, so that its goroutine ends.
func (o *tap) release() {
	o.mu.Lock()
	o.shut = true
	o.mu.Unlock()
	close(o.opened)
}

func withOutput(out io.Writer, unsent int) func(*setup) {
	return func(with *setup) {
		with.out = out
		with.options.Limits = mcpserver.Limits{UnsentBytes: unsent}
	}
}

// flood writes lines until the server takes no more of them, and counts those it
// took.
func flood(s *session, line func(i int) string, most int) int {
	taken := make(chan struct{}, most)
	go func() {
		for i := range most {
			if _, err := io.WriteString(s.in, line(i)+"\n"); err != nil {
				return
			}
			taken <- struct{}{}
		}
	}()
	synctest.Wait()
	return len(taken)
}

// TestUnreadOutputStopsTheReader has a client that asks and never reads.
func TestUnreadOutputStopsTheReader(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		out := newTap()
		s := start(t, withOutput(out, 10_000))
		s.send(initLine, readyLine)
		got := flood(s, func(int) string { return pingLine }, 1000)
		answer := len(`{"jsonrpc":"2.0","id":1,"result":{}}`) + 1
		// What one read of the input may hold is answered before the next stop.
		if most := (10_000 + 64<<10) / answer; got == 1000 || got > most {
			t.Errorf("%d requests taken for output that nobody reads", got)
		}
		close(out.opened)
		synctest.Wait()
		if got := strings.Count(out.taken(), `"id":1,`); got != 1000 {
			t.Errorf("%d answers written after the client read on, want 1000", got)
		}
		s.close()
	})
}

// TestUnansweredCallsStopTheReader has a client ask faster than the runtime
// answers: what is accepted stays bounded although nothing is unsent.
func TestUnansweredCallsStopTheReader(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		release := make(chan struct{})
		s := startInitialized(t, withOutput(io.Discard, 100_000), func(with *setup) {
			with.runtime.Sessions = func(int) ([]runtimebridge.SessionSummary, error) {
				<-release
				return nil, nil
			}
		})
		got := flood(s, func(i int) string { return toolCall(fmt.Sprint(i), "sessions_list", `{}`) }, 1000)
		if got < 16 || got > 100_000/1024+1 {
			t.Errorf("%d calls accepted that nobody has answered", got)
		}
		close(release)
		synctest.Wait()
		s.close()
	})
}

// TestUnreadOutputStopsNewWork has a call's turn come while the client does not
// read: no further answer is made for it.
func TestUnreadOutputStopsNewWork(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		out := newTap()
		s := start(t, withOutput(out, 1000), func(with *setup) { with.options.Limits.Running = 1 })
		s.send(initLine, readyLine, toolCall("1", "tool_call", `{"name":"deaf"}`), toolCall("2", "prompt_send", `{"prompt":"x"}`))
		flood(s, func(int) string { return pingLine }, 1000)
		s.runtime.Free()
		synctest.Wait()
		if started := s.audit.Of(runtimebridge.AuditPromptStarted); len(started) != 0 {
			t.Error("a prompt ran for a client that does not read its answers")
		}
		close(out.opened)
		synctest.Wait()
		if started := s.audit.Of(runtimebridge.AuditPromptStarted); len(started) != 1 {
			t.Error("the prompt did not run after the client had read on")
		}
		s.close()
	})
}

// TestCancelledCallNeverBegins has calls end that wait for the client to read.
func TestCancelledCallNeverBegins(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		began := 0
		out := newTap()
		s := start(t, withOutput(out, 1000), func(with *setup) {
			with.options.Limits.Running = 1
			with.runtime.Tools["count"] = func(context.Context, *fakeruntime.Runtime, runtimebridge.ToolCall) (runtimebridge.Result, error) {
				began++
				return runtimebridge.Result{}, nil
			}
		})
		s.send(initLine, readyLine, toolCall("1", "tool_call", `{"name":"deaf"}`), toolCall("2", "tool_call", `{"name":"count"}`))
		flood(s, func(int) string { return pingLine }, 1000)
		s.runtime.Free() // the other call's turn comes, but the client does not read
		synctest.Wait()
		s.signal()
		s.wait()
		if got := s.audit.Of(runtimebridge.AuditRequestCancelled); began != 0 || len(got) != 1 {
			t.Errorf("the call began %d times; records %v", began, got)
		}
		out.release()
	})
}

// TestSlowReaderGetsItsReplies reads only when most of the grace is over.
func TestSlowReaderGetsItsReplies(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		out := newTap()
		s := start(t, withOutput(out, 0))
		s.send(initLine, readyLine, pingLine)
		_ = s.in.Close()
		time.Sleep(4900 * time.Millisecond)
		close(out.opened)
		s.wait()
		if got := out.taken(); !strings.HasSuffix(got, `{"jsonrpc":"2.0","id":1,"result":{}}`+"\n") {
			t.Errorf("the client got %s", got)
		}
	})
}

// TestWriteErrorCutsTheGraceShort has the client go away while answers wait for
// it and a call still runs.
func TestWriteErrorCutsTheGraceShort(t *testing.T) {
	for name, call := range map[string]string{"idle": pingLine, "working": toolCall("2", "prompt_send", `{"prompt":"hang"}`)} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				out := newTap()
				s := start(t, withOutput(out, 0))
				s.send(initLine, readyLine, call)
				_ = s.in.Close()
				time.Sleep(time.Second)
				out.release()
				begun := time.Now()
				s.wait()
				if took := time.Since(begun); took != 0 {
					t.Errorf("the end took %s, with nobody to answer to", took)
				}
				if stopped := s.audit.Of(runtimebridge.AuditServerStopped); stopped[0].Payload["reason"] != "write_failed" {
					t.Errorf("records of the end: %v", stopped)
				}
			})
		})
	}
}

// TestStreamsWithDeadlinesAreInterrupted leaves nothing behind on streams whose
// reads and writes can be made to end: the bubble waits for every goroutine.
func TestStreamsWithDeadlinesAreInterrupted(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		in, clientOut := net.Pipe()
		_, out := net.Pipe() // the client never reads
		ctx, signal := context.WithCancel(t.Context())
		server := newServer(t, setup{runtime: fakeruntime.New(), audit: &fakeruntime.Audit{}})
		ended := make(chan error, 1)
		go func() { ended <- server.Serve(ctx, in, out) }()
		if _, err := io.WriteString(clientOut, pingLine+"\n"); err != nil {
			t.Fatal(err)
		}
		synctest.Wait()
		signal() // while a read and a write hang
		if err := <-ended; err != nil {
			t.Errorf("Serve = %v", err)
		}
	})
}

// hungUp is an input whose other end has been closed.
type hungUp struct{ io.Reader }

func (hungUp) HungUp() bool { return true }

// plain is an input that knows of nothing but reading.
type plain struct{ io.Reader }

// TestUnreadOutputHidesNoEnd has a client ask more than fits, read nothing and
// close its end, which cannot be seen by reading.
func TestUnreadOutputHidesNoEnd(t *testing.T) {
	pings := func() io.Reader { return strings.NewReader(strings.Repeat(pingLine+"\n", 10_000)) }
	for name, tc := range map[string]struct {
		in   io.Reader
		most time.Duration
	}{
		"the system tells": {hungUp{pings()}, 3*time.Second + 2*time.Second},
		"nobody tells":     {plain{pings()}, time.Minute + 2*time.Second},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				out := newTap()
				with := setup{runtime: fakeruntime.New(), audit: &fakeruntime.Audit{}}
				with.options.Limits.UnsentBytes = 1000
				begun := time.Now()
				if err := newServer(t, with).Serve(t.Context(), tc.in, out); err != nil {
					t.Fatal(err)
				}
				if took := time.Since(begun); took < 3*time.Second || took > tc.most {
					t.Errorf("the end took %s, want at most %s", took, tc.most)
				}
				out.release()
			})
		})
	}
}

// slowOutput takes two seconds for every write.
type slowOutput struct{ outputBuffer }

func (o *slowOutput) Write(p []byte) (int, error) {
	time.Sleep(2 * time.Second)
	return o.outputBuffer.Write(p)
}

// TestSlowOutputIsNoEnd has a client read slowly what it asked for in one go, as a
// slow program behind a shell pipe does.
func TestSlowOutputIsNoEnd(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		large := toolCall("1", "tool_call", `{"name":"echo","arguments":{"query":"`+strings.Repeat("x", 2<<20)+`"}}`)
		in := hungUp{strings.NewReader(initLine + "\n" + large + strings.Repeat("\n"+pingLine, 5000))}
		with := setup{runtime: fakeruntime.New(), audit: &fakeruntime.Audit{}}
		with.options.Limits.UnsentBytes = 1000
		var out slowOutput
		if err := newServer(t, with).Serve(t.Context(), in, &out); err != nil {
			t.Fatal(err)
		}
		if got := len(out.take()); got != 5002 {
			t.Errorf("%d of 5002 answers", got)
		}
	})
}

// TestNeverReadOutputCannotHoldUpTheEnd ends a connection whose client never
// reads, by each of the ways it can end.
func TestNeverReadOutputCannotHoldUpTheEnd(t *testing.T) {
	for name, end := range map[string]func(*session){
		"end of input": func(s *session) { _ = s.in.Close() },
		"signal":       func(s *session) { s.signal() },
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				out := newTap()
				s := start(t, withOutput(out, 1<<20))
				s.send(initLine, readyLine, pingLine, toolCall("2", "prompt_send", `{"prompt":"hang"}`))
				begun := time.Now()
				end(s)
				s.wait()
				if took := time.Since(begun); took > 7*time.Second+500*time.Millisecond {
					t.Errorf("the end took %s", took)
				}
				if records := s.audit.Of(runtimebridge.AuditRequestCancelled); len(records) != 1 {
					t.Errorf("records of the cancelled prompt: %v", records)
				}
				out.release()
			})
		})
	}
}

// failingOutput fails at its second write.
type failingOutput struct{ writes int }

func (o *failingOutput) Write(p []byte) (int, error) {
	if o.writes++; o.writes > 1 {
		return 0, errors.New("broken pipe canary")
	}
	return len(p), nil
}

// TestWriteErrorEndsTheConnection leaves no grace to what runs.
func TestWriteErrorEndsTheConnection(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := start(t, withOutput(&failingOutput{}, 0))
		s.send(initLine)
		begun := time.Now()
		s.send(toolCall("2", "prompt_send", `{"prompt":"hang"}`), pingLine)
		s.wait()
		if took := time.Since(begun); took > time.Second {
			t.Errorf("the end took %s, with nobody to answer to", took)
		}
		records := s.audit.Of(runtimebridge.AuditRequestCancelled)
		if len(records) != 1 || records[0].Payload["reason"] != "connection_closed" {
			t.Errorf("records of the cancelled prompt: %v", records)
		}
		stopped := s.audit.Of(runtimebridge.AuditServerStopped)
		if len(stopped) != 1 || stopped[0].Payload["reason"] != "write_failed" {
			t.Errorf("records of the end: %v", stopped)
		}
		if strings.Contains(s.logs.String(), "canary") {
			t.Error("the log holds the error's text")
		}
	})
}

// TestProgressIsDroppedBeforeResults fills the output and then reports progress.
func TestProgressIsDroppedBeforeResults(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		out := newTap()
		s := start(t, withOutput(out, 8<<20))
		s.send(initLine, readyLine)
		s.send(toolCall("1", "tool_call", `{"name":"echo","arguments":{"query":"`+strings.Repeat("x", 100_000)+`"}}`))
		s.send(`{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"tool_call","arguments":{"name":"report","arguments":{"query":"abcdefgh"}},"_meta":{"progressToken":1}}}`)
		close(out.opened)
		synctest.Wait()
		if got := out.taken(); strings.Contains(got, "notifications/progress") || !strings.Contains(got, `"reported"`) {
			t.Error("progress was queued behind a client that does not read")
		}
		s.close()
	})
}
