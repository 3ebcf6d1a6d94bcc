package doctor

import (
	"context"
	"errors"
	"slices"
	"strings"
	"time"

	"github.com/openprogram/openprogram-go/mcpcontracts"
	"github.com/openprogram/openprogram-go/openprogram-cli/internal/app"
	"github.com/openprogram/openprogram-go/openprogram-cli/internal/loopback"
)

// serverPatience bounds the start of the server and each call but prompts.
const serverPatience = 30 * time.Second

// server starts a server as a client does and calls all its tools.
func (e *examination) server(ctx context.Context) {
	names := contractNames()
	switch {
	case !e.admitted:
		e.skip("without a token nobody is let in", append([]string{"handshake"}, names...)...)
		return
	case e.broken != "":
		e.skip(e.broken, append([]string{"handshake"}, names...)...)
		return
	}
	e.Busy("starting a server")
	connection, err := e.connect(ctx)
	if err != nil {
		e.fail("handshake", err.Error(), "openprogram mcp token status says why a client is refused.")
		e.skip("there is no server", names...)
		return
	}
	listed, err := within(ctx, serverPatience, connection.Tools)
	switch {
	case err != nil:
		e.fail("handshake", err.Error(), "Run it by hand: openprogram mcp serve --log-level debug")
	case !slices.Equal(listed, names):
		e.fail("handshake", "the server has other tools: "+strings.Join(listed, ", "), "Install the program again.")
	default:
		e.ok("handshake", "a server started and speaks MCP "+connection.Protocol())
	}
	e.tools(ctx, connection)
	if err := connection.Close(); err != nil {
		e.fail("shutdown", "the server did not end well", "Run it by hand: openprogram mcp serve --log-level debug")
	}
}

func (e *examination) connect(ctx context.Context) (*loopback.Connection, error) {
	ctx, cancel := context.WithTimeout(ctx, serverPatience)
	defer cancel()
	return app.ConnectAsClient(ctx, e.Entries, e.Environ, nil)
}

func contractNames() []string {
	var names []string
	for _, tool := range mcpcontracts.Tools() {
		names = append(names, tool.Name)
	}
	return names
}

// within runs a call that must not take long.
func within[T any](ctx context.Context, limit time.Duration, call func(context.Context) (T, error)) (T, error) {
	ctx, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	value, err := call(ctx)
	if errors.Is(err, context.DeadlineExceeded) {
		err = errors.New("no answer within " + limit.String())
	}
	return value, err
}
