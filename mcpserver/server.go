package mcpserver

import (
	"context"
	"io"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/openprogram/openprogram-go/authority"
)

// Server serves one authenticated client. It has no state of its own between
// connections.
type Server struct {
	options Options
	grant   authority.Grant
	sdk     *mcp.Server
}

// New makes a Server. It starts nothing. The error is ErrNotAuthenticated,
// ErrIncompleteOptions or authority.ErrInvalidClientID.
//
// The grant under which the client acts is made here, from the client and the
// owner: it is the paired, non-interactive one, whatever the embedder wants.
func New(options Options) (*Server, error) {
	options, err := options.withDefaults()
	if err != nil {
		return nil, err
	}
	grant, err := authority.ClientGrant(options.Owner, options.Client.ID())
	if err != nil {
		return nil, err
	}
	return &Server{options: options, grant: grant, sdk: newSDKServer(options.Version)}, nil
}

// Serve serves one connection: it reads frames from in and writes frames to out,
// nothing else, until in ends, ctx ends or a write fails. How a connection ends
// is no error of Serve; then it returns nil. Otherwise the error is
// ErrAuditUnavailable or ErrRuntimeUnavailable, and in was not read.
//
// A client that has closed its end without reading its answers is seen to be gone
// at once if in is a HangupReader, else after a minute without movement.
//
// After the end of in, accepted calls have Options.ShutdownGrace to finish; after
// the end of ctx or a failed write they have none. What is left is cancelled, what
// has completed by then and is not written down in time is answered as failed,
// answers are flushed, and Serve returns within three seconds of that, unless the
// audit log lets its last record wait longer. A Read that
// blocks is not interrupted: its goroutine ends when in does. The same holds for
// a Write that blocks and for a runtime that ignores its context.
func (s *Server) Serve(ctx context.Context, in io.Reader, out io.Writer) error {
	trail := trail{audit: s.options.Audit, clientID: s.options.Client.ID(), log: s.options.Logger}
	view, err := s.options.Runtime.Connect(ctx, s.grant, authority.SourceMCP)
	if err != nil {
		s.options.Logger.Error("runtime gave no connection")
		return ErrRuntimeUnavailable
	}
	if err := trail.serverStarted(s.options.Version); err != nil {
		closeView(ctx, view, s.options.Logger)
		return ErrAuditUnavailable
	}
	started := time.Now()
	reason := s.serve(ctx, view, trail, in, out)
	closeView(ctx, view, s.options.Logger)
	trail.serverStopped(reason, time.Since(started))
	return nil
}
