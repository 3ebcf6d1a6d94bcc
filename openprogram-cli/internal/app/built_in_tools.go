package app

import (
	"context"

	"github.com/openprogram/openprogram-go/authority"
	"github.com/openprogram/openprogram-go/runtimebridge"
	"github.com/openprogram/openprogram-go/runtimebridge/engine"
	"github.com/openprogram/openprogram-go/runtimebridge/provider"
	"github.com/openprogram/openprogram-go/runtimebridge/provider/recall"
)

// BuiltInTools describes the Runtime tools that ship, by name. They are made for
// a directory and not used.
func BuiltInTools(dir string) ([]runtimebridge.ToolSpec, error) {
	e, err := engine.New(engine.Options{
		StateDir:    dir,
		MemoryDir:   dir,
		WorkingDirs: []string{dir},
		Owner:       authority.Principal{ID: "owner/install/0000000000000000"},
		Exposed:     func() ([]string, error) { return nil, nil },
		Rules:       func() (authority.Rules, error) { return authority.Rules{}, nil },
		Provider:    func() (provider.Provider, error) { return recall.Provider{}, nil },
		Audit:       discardedAudit{},
	})
	if err != nil {
		return nil, err
	}
	registry := e.Registry()
	var specs []runtimebridge.ToolSpec
	for _, name := range registry.Names() {
		if spec, ok := registry.Lookup(name); ok {
			specs = append(specs, spec)
		}
	}
	return specs, e.Close(context.Background())
}

// discardedAudit is for an engine in which nothing happens.
type discardedAudit struct{}

func (discardedAudit) Append(context.Context, runtimebridge.AuditType, string, map[string]any) error {
	return nil
}
