package mcpserver_test

import (
	"bytes"
	"context"
	"io"
	"log/slog"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/openprogram/openprogram-go/authority"
	"github.com/openprogram/openprogram-go/mcpserver"
	"github.com/openprogram/openprogram-go/mcpserver/internal/fakeruntime"
)

const (
	initLine  = `{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"t","version":"1"}}}`
	readyLine = `{"jsonrpc":"2.0","method":"notifications/initialized"}`
)

var owner = authority.Principal{ID: "owner/install/0123456789abcdef"}

// session is one connection to a server under test, inside a synctest bubble.
type session struct {
	t       *testing.T
	runtime *fakeruntime.Runtime
	audit   *fakeruntime.Audit
	logs    *outputBuffer
	in      *io.PipeWriter
	out     *outputBuffer
	signal  context.CancelFunc // what a termination signal does
	ended   chan error
}

// setup is what a test may change before the session starts.
type setup struct {
	options mcpserver.Options
	runtime *fakeruntime.Runtime
	audit   *fakeruntime.Audit
	out     io.Writer // nil keeps what is written
}

// start serves one connection. It must be called inside a bubble.
func start(t *testing.T, changes ...func(*setup)) *session {
	t.Helper()
	s := &session{t: t, logs: &outputBuffer{}, out: &outputBuffer{}, ended: make(chan error, 1)}
	with := setup{runtime: fakeruntime.New(), audit: &fakeruntime.Audit{}, out: s.out}
	with.options.Logger = slog.New(slog.NewTextHandler(s.logs, &slog.HandlerOptions{Level: slog.LevelDebug}))
	for _, change := range changes {
		change(&with)
	}
	s.runtime, s.audit = with.runtime, with.audit
	server := newServer(t, with)
	var ctx context.Context
	ctx, s.signal = context.WithCancel(t.Context())
	var in *io.PipeReader
	in, s.in = io.Pipe()
	go func() { s.ended <- server.Serve(ctx, in, with.out) }()
	t.Cleanup(func() {
		s.signal()
		_ = s.in.Close()
	})
	return s
}

func newServer(t testing.TB, with setup) *mcpserver.Server {
	t.Helper()
	options := with.options
	options.Client, options.Owner = client, owner
	options.Runtime, options.Audit = with.runtime, with.audit
	if options.Version == "" {
		options.Version = "1.2.3"
	}
	server, err := mcpserver.New(options)
	if err != nil {
		t.Fatal(err)
	}
	return server
}

// startInitialized is start, with the handshake done.
func startInitialized(t *testing.T, changes ...func(*setup)) *session {
	t.Helper()
	s := start(t, changes...)
	s.send(initLine, readyLine)
	s.out.take()
	return s
}

// send writes lines and waits until the server has nothing more to do.
func (s *session) send(lines ...string) {
	s.t.Helper()
	s.sendRaw(strings.Join(lines, "\n") + "\n")
}

func (s *session) sendRaw(data string) {
	s.t.Helper()
	if _, err := io.WriteString(s.in, data); err != nil {
		s.t.Fatal(err)
	}
	synctest.Wait()
}

// exchange sends lines and gives the lines that came since the last exchange.
func (s *session) exchange(lines ...string) []string {
	s.t.Helper()
	s.send(lines...)
	return s.out.take()
}

// close ends the input and waits for the server to end.
func (s *session) close() {
	s.t.Helper()
	_ = s.in.Close()
	s.wait()
}

func (s *session) wait() {
	s.t.Helper()
	select {
	case err := <-s.ended:
		if err != nil {
			s.t.Fatalf("Serve = %v", err)
		}
	case <-time.After(time.Minute):
		s.t.Fatal("the server does not end")
	}
}

// toolCall writes a tools/call request.
func toolCall(id, name, arguments string) string {
	return `{"jsonrpc":"2.0","id":` + id + `,"method":"tools/call","params":{"name":"` + name + `","arguments":` + arguments + `}}`
}

func cancelLine(id string) string {
	return `{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":` + id + `,"reason":"reason-canary"}}`
}

// outputBuffer keeps what is written to it.
type outputBuffer struct {
	mu    sync.Mutex
	data  bytes.Buffer
	taken int
}

func (b *outputBuffer) Write(p []byte) (int, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.data.Write(p)
}

func (b *outputBuffer) String() string {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.data.String()
}

// take gives the lines that were written since it was last called.
func (b *outputBuffer) take() []string {
	b.mu.Lock()
	defer b.mu.Unlock()
	text := b.data.String()[b.taken:]
	b.taken += len(text)
	if text == "" {
		return nil
	}
	return strings.Split(strings.TrimSuffix(text, "\n"), "\n")
}
