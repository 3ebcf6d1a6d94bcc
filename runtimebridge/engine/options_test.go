package engine_test

import (
	"testing"

	"github.com/openprogram/openprogram-go/authority"
	"github.com/openprogram/openprogram-go/runtimebridge"
	"github.com/openprogram/openprogram-go/runtimebridge/engine"
)

// incomplete are the ways in which options cannot be worked with.
var incomplete = map[string]func(*engine.Options){
	"no state directory":           func(o *engine.Options) { o.StateDir = "" },
	"a relative state directory":   func(o *engine.Options) { o.StateDir = "state" },
	"a relative memory":            func(o *engine.Options) { o.MemoryDir = "memory" },
	"a relative working directory": func(o *engine.Options) { o.WorkingDirs = []string{"/a", "b"} },
	"a relative protected path":    func(o *engine.Options) { o.Protected = []string{"key"} },
	"no owner":                     func(o *engine.Options) { o.Owner = authority.Principal{} },
	"no allowlist":                 func(o *engine.Options) { o.Exposed = nil },
	"no rules":                     func(o *engine.Options) { o.Rules = nil },
	"no provider":                  func(o *engine.Options) { o.Provider = nil },
	"no audit":                     func(o *engine.Options) { o.Audit = nil },
	"a tool by a built-in name":    func(o *engine.Options) { o.ExtraTools = []runtimebridge.Tool{echo{"read", open}} },
	"a tool without a name":        func(o *engine.Options) { o.ExtraTools = []runtimebridge.Tool{echo{"", open}} },
}

func TestNewRefusesWhatItCannotWorkWith(t *testing.T) {
	for name, change := range incomplete {
		t.Run(name, func(t *testing.T) {
			if _, err := newEngine(t, change); err == nil {
				t.Error("an engine was made")
			}
		})
	}
	if e, err := newEngine(t, nil); err != nil || e.Owner() != principal {
		t.Errorf("got %v, %v", e, err)
	}
}

func newEngine(t *testing.T, change func(*engine.Options)) (*engine.Engine, error) {
	t.Helper()
	s := &settings{}
	options := engine.Options{
		StateDir: t.TempDir(), Owner: principal, Exposed: s.Exposed, Provider: s.Provider, Audit: &trail{},
		Rules: func() (authority.Rules, error) { return authority.Rules{}, nil },
	}
	if change != nil {
		change(&options)
	}
	return engine.New(options)
}
