package remote

import (
	"context"
	"io"
	"log/slog"
	"sync"
	"time"

	"github.com/openprogram/openprogram-go/runtimebridge"
)

// Options configure a Set.
type Options struct {
	Config  Config
	Version string // told to the servers
	// Stderr gets what local servers write to their standard error; nil discards.
	Stderr io.Writer
	// Failed is told of each attempt to start a server that failed, from any
	// goroutine. May be nil.
	Failed func(server string, why Fault)
	Logger *slog.Logger // nil discards
}

// State says how a server stands.
type State string

// The states of a server.
const (
	StateReady    State = "ready"
	StateDisabled State = "disabled"
	StateError    State = "error"
)

// Status is how one server stands.
type Status struct {
	Name  string
	State State
	Tools []string // the names of its Runtime tools
	Fault Fault    // why it is not ready, for StateError
}

// Set is the configured servers. It may be used from many goroutines.
type Set struct {
	names []string
	peers map[string]*peer // enabled ones
}

// New returns a Set and starts nothing.
func New(o Options) *Set {
	if o.Failed == nil {
		o.Failed = func(string, Fault) {}
	}
	if o.Logger == nil {
		o.Logger = slog.New(slog.DiscardHandler)
	}
	s := &Set{names: o.Config.Names(), peers: map[string]*peer{}}
	for _, name := range s.names {
		entry := o.Config.Servers[name]
		if !entry.IsEnabled() {
			continue
		}
		s.peers[name] = &peer{
			name: name, entry: entry, dial: dialer(entry, o), failed: o.Failed, logger: o.Logger,
			now: time.Now, lock: make(chan struct{}, 1),
		}
	}
	return s
}

// Tools starts the enabled servers that do not run, all at once, and gives their
// tools in the order of the servers' names. A server that fails is left out.
// Of two tools that come to the same name the first one stays.
func (s *Set) Tools(ctx context.Context) []runtimebridge.Tool {
	var out []runtimebridge.Tool
	seen := map[string]bool{}
	for _, found := range s.discover(ctx) {
		for _, t := range found.tools {
			if name := t.spec.Name; !seen[name] {
				seen[name] = true
				out = append(out, t)
			}
		}
	}
	return out
}

// Status starts the enabled servers and says how each configured one stands.
func (s *Set) Status(ctx context.Context) []Status {
	found := s.discover(ctx)
	out := make([]Status, len(s.names))
	for i, name := range s.names {
		out[i] = Status{Name: name, State: StateDisabled}
		if s.peers[name] == nil {
			continue
		}
		out[i].State, out[i].Fault = StateError, faultOf(s.peers[name].entry.Kind, found[i].err)
		if found[i].err == nil {
			out[i].State, out[i].Fault = StateReady, ""
		}
		for _, t := range found[i].tools {
			out[i].Tools = append(out[i].Tools, t.spec.Name)
		}
	}
	return out
}

// Close ends every session and every local server.
func (s *Set) Close() {
	var group sync.WaitGroup
	for _, p := range s.peers {
		group.Go(p.close)
	}
	group.Wait()
}

type discovery struct {
	tools []*adapter
	err   error
}

// discover asks every enabled server, in the order of names.
func (s *Set) discover(ctx context.Context) []discovery {
	out := make([]discovery, len(s.names))
	var group sync.WaitGroup
	for i, name := range s.names {
		if p := s.peers[name]; p != nil {
			group.Go(func() { out[i].tools, out[i].err = p.tools(ctx) })
		}
	}
	group.Wait()
	return out
}
