package turn

import (
	"context"
	"log/slog"
	"time"

	"github.com/openprogram/openprogram-go/runtimebridge"
	"github.com/openprogram/openprogram-go/runtimebridge/event"
	"github.com/openprogram/openprogram-go/runtimebridge/provider"
	"github.com/openprogram/openprogram-go/runtimebridge/question"
	"github.com/openprogram/openprogram-go/runtimebridge/run"
	"github.com/openprogram/openprogram-go/runtimebridge/store"
	"github.com/openprogram/openprogram-go/runtimebridge/tool"
)

// Gate is what a turn needs of the gate; *tool.Gate is one.
type Gate interface {
	Call(ctx context.Context, req tool.Request) (runtimebridge.Result, error)
}

// Tools is what a turn needs of the registry; *tool.Registry is one.
type Tools interface {
	// Names lists the tools that can be called, sorted.
	Names() []string
	// Lookup describes one of them.
	Lookup(name string) (runtimebridge.ToolSpec, bool)
}

// Options configure a Runner. What has no default is required.
type Options struct {
	Store     store.Store
	Control   *run.Control
	Gate      Gate
	Tools     Tools
	Bus       *event.Bus
	Questions *question.Registry
	// Provider gives the provider for one turn. An error that is no
	// *provider.Error fails the turn as misconfigured.
	Provider func() (provider.Provider, error)

	// Audit is told of interrupted turns that were found. May be nil.
	Audit runtimebridge.Audit

	MaxSteps    int           // model calls in one turn; 0 means 50
	MaxCalls    int           // tool calls run for one reply; 0 means 64
	TurnTimeout time.Duration // 0 means 10 minutes
	System      string        // the system prompt; empty means the built-in one
	Now         func() time.Time
	Logger      *slog.Logger // nil discards
}

func (o Options) withDefaults() Options {
	if o.MaxSteps <= 0 {
		o.MaxSteps = 50
	}
	if o.MaxCalls <= 0 {
		o.MaxCalls = 64
	}
	if o.TurnTimeout <= 0 {
		o.TurnTimeout = 10 * time.Minute
	}
	if o.System == "" {
		o.System = systemPrompt
	}
	if o.Now == nil {
		o.Now = time.Now
	}
	if o.Logger == nil {
		o.Logger = slog.New(slog.DiscardHandler)
	}
	return o
}

// check panics when a required option is missing: that is a fault of the
// program, found at its first start.
func (o Options) check() {
	switch {
	case o.Store == nil, o.Control == nil, o.Gate == nil, o.Tools == nil,
		o.Bus == nil, o.Questions == nil, o.Provider == nil:
		panic("turn: a required option is missing")
	}
}
