package remote

import (
	"context"
	"errors"
	"log/slog"
	"sync"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// The pauses between attempts to start a server that fails, and their number.
const (
	firstPause = time.Second
	longPause  = 30 * time.Second
	maxStarts  = 6
)

// dial opens a session with one server.
type dial func(ctx context.Context) (*mcp.ClientSession, error)

// peer is one server: at most one session, opened when it is needed. The
// channel stands for a lock that a waiting caller can leave.
type peer struct {
	name    string
	entry   Server
	dial    dial
	failed  func(server string, why Fault)
	logger  *slog.Logger
	now     func() time.Time
	lock    chan struct{}
	session *mcp.ClientSession
	starts  int       // failed in a row
	next    time.Time // no attempt before
	closed  bool
	watch   sync.WaitGroup
}

// open gives the session, and starts the server if there is none.
func (p *peer) open(ctx context.Context) (*mcp.ClientSession, error) {
	select {
	case p.lock <- struct{}{}:
		defer func() { <-p.lock }()
	case <-ctx.Done():
		return nil, context.Cause(ctx)
	}
	if p.session != nil {
		return p.session, nil
	}
	if p.closed || p.starts >= maxStarts || p.now().Before(p.next) {
		return nil, FaultUnavailable
	}
	bounded, cancel := context.WithTimeout(ctx, p.entry.Timeout())
	defer cancel()
	session, err := p.dial(bounded)
	if err != nil {
		if ctx.Err() != nil {
			return nil, context.Cause(ctx)
		}
		p.next = p.now().Add(min(firstPause<<p.starts, longPause))
		p.starts++
		why := faultOf(p.entry.Kind, err)
		p.logger.Warn("remote server did not start", "server", p.name, "attempt", p.starts, "why", string(why))
		p.failed(p.name, why)
		return nil, why
	}
	p.starts, p.session = 0, session
	p.watch.Go(func() {
		_ = session.Wait()
		p.forget(session)
	})
	return session, nil
}

// forget ends a session, so that whoever comes next opens another.
func (p *peer) forget(session *mcp.ClientSession) {
	p.lock <- struct{}{}
	if p.session == session {
		p.session = nil
	}
	<-p.lock
	_ = session.Close()
}

// close ends the session for good.
func (p *peer) close() {
	p.lock <- struct{}{}
	session := p.session
	p.session, p.closed = nil, true
	<-p.lock
	if session != nil {
		_ = session.Close()
	}
	p.watch.Wait()
}

// call runs one tool, once: a call that was sent may have had its effect, so it
// is never repeated.
func (p *peer) call(ctx context.Context, params *mcp.CallToolParams) (*mcp.CallToolResult, error) {
	session, err := p.open(ctx)
	if err != nil {
		return nil, err
	}
	result, err := session.CallTool(ctx, params)
	p.settle(session, err)
	return result, err
}

// settle waits until a session that turned out to be closed is forgotten.
func (p *peer) settle(session *mcp.ClientSession, err error) bool {
	if !errors.Is(err, mcp.ErrConnectionClosed) && !errors.Is(err, mcp.ErrSessionMissing) {
		return false
	}
	p.forget(session)
	return true
}

// tools lists a server's tools. Listing changes nothing, so it is tried again
// with a new session when the old one turns out to be closed.
func (p *peer) tools(ctx context.Context) ([]*adapter, error) {
	session, err := p.open(ctx)
	if err != nil {
		return nil, err
	}
	out, err := p.list(ctx, session)
	if !p.settle(session, err) {
		return out, err
	}
	if session, err = p.open(ctx); err != nil {
		return nil, err
	}
	return p.list(ctx, session)
}

func (p *peer) list(ctx context.Context, session *mcp.ClientSession) ([]*adapter, error) {
	ctx, cancel := context.WithTimeout(ctx, p.entry.Timeout())
	defer cancel()
	var out []*adapter
	for t, err := range session.Tools(ctx, nil) {
		if err != nil {
			return nil, err
		}
		if a, ok := newAdapter(p, t); ok {
			out = append(out, a)
		}
	}
	return out, nil
}
