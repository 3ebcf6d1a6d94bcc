package engine

import (
	"context"
	"errors"
	"log/slog"
	"path/filepath"
	"slices"
	"time"

	"github.com/openprogram/openprogram-go/authority"
	"github.com/openprogram/openprogram-go/runtimebridge"
	"github.com/openprogram/openprogram-go/runtimebridge/provider"
)

// ErrOptions reports Options that lack something or hold a relative path.
var ErrOptions = errors.New("engine: options are incomplete")

// toolGrace is how long a tool may take to stop, a command with all it started
// included. A cancelled turn waits for it before the session's next prompt is
// admitted.
const toolGrace = 1500 * time.Millisecond

// Options configure an Engine. What has no default is required.
type Options struct {
	// StateDir is the private directory of this installation, absolute. The
	// engine keeps sessions.db, run.lock, memory_index.db and memory_pending
	// in it. File tools may not touch it, MemoryDir apart.
	StateDir string
	// MemoryDir is the folder of notes. Empty means "memory" in StateDir.
	MemoryDir string
	// Protected are paths outside StateDir that file tools may not touch
	// either, such as a provider's key. Absolute.
	Protected []string
	// WorkingDirs are where file and shell tools may work. Empty means nowhere.
	WorkingDirs []string
	// Owner is the owner of this installation.
	Owner authority.Principal
	// Exposed gives the names of the tools that clients may call, as they are
	// set now, in order. Each client keeps those of the moment it connected:
	// removals count at once, additions for the next client. An error later on
	// exposes nothing.
	Exposed func() ([]string, error)
	// Rules gives the permission rules in force now. An error refuses every call.
	Rules func() (authority.Rules, error)
	// StoreAllow stores an exact allow rule that the owner has answered
	// "always" with. May be nil.
	StoreAllow func(ctx context.Context, rule authority.Rule) error
	// Provider gives the model provider for one turn.
	Provider func() (provider.Provider, error)
	Audit    runtimebridge.Audit

	ToolTimeout time.Duration // one tool call; 0 means 60 s
	TurnTimeout time.Duration // one turn; 0 means 10 minutes
	MaxSteps    int           // model calls in one turn; 0 means 50
	// ExtraTools are Runtime tools beside the built-in ones.
	ExtraTools []runtimebridge.Tool
	// Remote gives the tools of other servers, for the owner alone: it is asked
	// when a turn of the owner's begins and when the owner lists the tools, one
	// call at a time, and never for a client. A tool whose Spec has not changed
	// stays the one that was given first. It returns soon after ctx ends. May
	// be nil.
	Remote func(ctx context.Context) []runtimebridge.Tool
	Now    func() time.Time // nil means time.Now
	Logger *slog.Logger     // nil discards
}

func (o Options) withDefaults() (Options, error) {
	if o.MemoryDir == "" {
		o.MemoryDir = filepath.Join(o.StateDir, "memory")
	}
	if o.Now == nil {
		o.Now = time.Now
	}
	if o.Logger == nil {
		o.Logger = slog.New(slog.DiscardHandler)
	}
	incomplete := o.Exposed == nil || o.Rules == nil || o.Provider == nil || o.Audit == nil || o.Owner.ID == ""
	for _, path := range slices.Concat([]string{o.StateDir, o.MemoryDir}, o.WorkingDirs, o.Protected) {
		incomplete = incomplete || !filepath.IsAbs(path)
	}
	if incomplete {
		return Options{}, ErrOptions
	}
	return o, nil
}

// state is the path of something in the state directory.
func (o Options) state(name string) string { return filepath.Join(o.StateDir, name) }
