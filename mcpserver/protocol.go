package mcpserver

import (
	"context"
	"encoding/json"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/openprogram/openprogram-go/mcpcontracts"
)

// The methods of the protocol that are known here.
const (
	methodInitialize = "initialize"
	methodCancelled  = "notifications/cancelled"
	methodPing       = "ping"
	methodListTools  = "tools/list"
	methodCallTool   = "tools/call"
	methodDiscover   = "server/discover"
	methodListen     = "subscriptions/listen"
)

// protocol is the MCP session of one connection: the SDK negotiates the version,
// states the capabilities and lists the tools. Calls of tools do not pass
// through it; see the package comment.
type protocol struct {
	pipe    *sdkPipe
	session *mcp.ServerSession
}

// newSDKServer makes the SDK's server for every connection.
func newSDKServer(version string) *mcp.Server {
	s := mcp.NewServer(
		&mcp.Implementation{Name: mcpcontracts.ServerName, Version: version},
		&mcp.ServerOptions{
			Capabilities:              &mcp.ServerCapabilities{Tools: &mcp.ToolCapabilities{}},
			SupportedProtocolVersions: mcpcontracts.SupportedProtocolVersions(),
		},
	)
	s.AddReceivingMiddleware(listWrappers)
	return s
}

// listWrappers answers tools/list with the six tools in their order, which the
// SDK would sort by name.
func listWrappers(next mcp.MethodHandler) mcp.MethodHandler {
	return func(ctx context.Context, method string, request mcp.Request) (mcp.Result, error) {
		if method != methodListTools {
			return next(ctx, method, request)
		}
		contracts := mcpcontracts.Tools()
		tools := make([]*mcp.Tool, len(contracts))
		for i, t := range contracts {
			tools[i] = sdkTool(t)
		}
		return toolList{&mcp.ListToolsResult{Tools: tools}}, nil
	}
}

// toolList is the result of tools/list as the revisions spoken here have it: the
// SDK would add members of a newer one.
type toolList struct{ *mcp.ListToolsResult }

// MarshalJSON writes the tools and nothing else.
func (l toolList) MarshalJSON() ([]byte, error) {
	return json.Marshal(map[string]any{"tools": l.Tools})
}

func sdkTool(t mcpcontracts.Tool) *mcp.Tool {
	hints := t.Annotations
	return &mcp.Tool{
		Name: t.Name, Title: t.Title, Description: t.Description, InputSchema: t.InputSchema,
		Annotations: &mcp.ToolAnnotations{
			ReadOnlyHint: hints.ReadOnlyHint, DestructiveHint: &hints.DestructiveHint,
			IdempotentHint: hints.IdempotentHint, OpenWorldHint: &hints.OpenWorldHint,
		},
	}
}

func newProtocol(ctx context.Context, server *mcp.Server) *protocol {
	pipe := newSDKPipe()
	session, err := server.Connect(ctx, pipe, nil)
	if err != nil {
		panic("mcpserver: the SDK refuses a transport that always connects: " + err.Error())
	}
	return &protocol{pipe: pipe, session: session}
}

// request passes one request to the session and waits for its answer.
func (p *protocol) request(method string, params map[string]any) answer {
	raw, err := mcpcontracts.Encode(params)
	if err != nil {
		return answerInvalidParams
	}
	result, err := p.pipe.call(method, json.RawMessage(raw))
	if err != nil {
		return answerInvalidParams
	}
	return resultAnswer(string(result))
}

// close ends the session.
func (p *protocol) close() {
	_ = p.pipe.Close()
	_ = p.session.Close()
}
