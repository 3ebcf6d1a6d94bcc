package tool_test

import (
	"context"
	"testing"

	"github.com/openprogram/openprogram-go/authority"
	"github.com/openprogram/openprogram-go/runtimebridge"
	"github.com/openprogram/openprogram-go/runtimebridge/tool"
)

// forgetful takes every record and keeps none.
type forgetful struct{}

func (forgetful) Append(context.Context, runtimebridge.AuditType, string, map[string]any) error {
	return nil
}

// BenchmarkCall is a client's call of a tool that does nothing: its schema, the
// decision, what is recorded, and the goroutine that the tool has.
func BenchmarkCall(b *testing.B) {
	registry := tool.NewRegistry()
	const schema = `{"type":"object","properties":{"path":{"type":"string","minLength":1,"pattern":"\\S"}},"required":["path"],"additionalProperties":false}`
	if err := registry.Register(&fake{name: "memory_get", schema: schema, readOnly: true}); err != nil {
		b.Fatal(err)
	}
	grant, err := authority.ClientGrant(principal, clientID)
	if err != nil {
		b.Fatal(err)
	}
	gate := tool.NewGate(tool.GateOptions{
		Registry: registry, Audit: forgetful{},
		Rules: func() (authority.Rules, error) { return authority.Rules{}, nil },
	})
	request := tool.Request{
		Name: "memory_get", Arguments: map[string]any{"path": "harbour.md"}, Grant: grant, Source: authority.SourceMCP,
		Scope: tool.ScopeClient, RequestID: "7",
	}
	b.ReportAllocs()
	for b.Loop() {
		if result, err := gate.Call(b.Context(), request); err != nil || result.IsError {
			b.Fatal(result, err)
		}
	}
}
