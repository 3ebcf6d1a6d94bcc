package mcpserver

import (
	"context"
	"encoding/json"
	"io"
	"sync"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

var (
	_ mcp.Transport  = (*sdkPipe)(nil)
	_ mcp.Connection = (*sdkPipe)(nil)
)

// sdkPipe is the transport between the reading goroutine and the SDK's session,
// one request at a time. The ids on it are its own, so that the client's never
// pass through the SDK, which would round some of them.
type sdkPipe struct {
	lastID    int64
	requests  chan jsonrpc.Message
	responses chan *jsonrpc.Response
	closed    chan struct{}
	closeOnce sync.Once
}

func newSDKPipe() *sdkPipe {
	return &sdkPipe{
		requests:  make(chan jsonrpc.Message),
		responses: make(chan *jsonrpc.Response, 1),
		closed:    make(chan struct{}),
	}
}

// call makes a request and waits for its result.
func (p *sdkPipe) call(method string, params json.RawMessage) (json.RawMessage, error) {
	p.lastID++
	id, err := jsonrpc.MakeID(float64(p.lastID))
	if err != nil {
		return nil, err
	}
	select {
	case p.requests <- &jsonrpc.Request{ID: id, Method: method, Params: params}:
	case <-p.closed:
		return nil, io.ErrClosedPipe
	}
	select {
	case response := <-p.responses:
		return response.Result, response.Error
	case <-p.closed:
		return nil, io.ErrClosedPipe
	}
}

// Connect implements mcp.Transport.
func (p *sdkPipe) Connect(context.Context) (mcp.Connection, error) { return p, nil }

// Read implements mcp.Connection.
func (p *sdkPipe) Read(ctx context.Context) (jsonrpc.Message, error) {
	select {
	case m := <-p.requests:
		return m, nil
	case <-p.closed:
		return nil, io.EOF
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// Write implements mcp.Connection. What is no answer is dropped: the server asks
// its client nothing.
func (p *sdkPipe) Write(ctx context.Context, m jsonrpc.Message) error {
	response, ok := m.(*jsonrpc.Response)
	if !ok {
		return nil
	}
	select {
	case p.responses <- response:
		return nil
	case <-p.closed:
		return io.ErrClosedPipe
	case <-ctx.Done():
		return ctx.Err()
	}
}

// Close implements mcp.Connection.
func (p *sdkPipe) Close() error {
	p.closeOnce.Do(func() { close(p.closed) })
	return nil
}

// SessionID implements mcp.Connection. Sessions of stdio have none.
func (p *sdkPipe) SessionID() string { return "" }
