package mcpserver

import (
	"errors"
	"log/slog"
	"time"

	"github.com/openprogram/openprogram-go/authority"
	"github.com/openprogram/openprogram-go/mcpauth"
	"github.com/openprogram/openprogram-go/mcpcontracts"
	"github.com/openprogram/openprogram-go/runtimebridge"
)

// The errors of New and Serve.
var (
	// ErrNotAuthenticated reports Options.Client that mcpauth.Authenticate did
	// not give.
	ErrNotAuthenticated = errors.New("mcpserver: client is not authenticated")

	// ErrIncompleteOptions reports Options without an owner, a runtime or an
	// audit log.
	ErrIncompleteOptions = errors.New("mcpserver: owner, runtime and audit are required")

	// ErrAuditUnavailable reports that the start of the server could not be
	// recorded. Nothing was read from the client.
	ErrAuditUnavailable = errors.New("mcpserver: audit is unavailable")

	// ErrRuntimeUnavailable reports a runtime that gave no connection. Nothing
	// was read from the client.
	ErrRuntimeUnavailable = errors.New("mcpserver: runtime is unavailable")
)

// DefaultShutdownGrace is how long accepted calls may go on after the client has
// closed its end, unless Options say otherwise.
const DefaultShutdownGrace = 5 * time.Second

// Options configure a Server. New copies them.
type Options struct {
	// Client is who connects, as mcpauth.Authenticate gave it. Required.
	Client mcpauth.Client

	// Owner is the principal on whose installation the client acts. Required.
	Owner authority.Principal

	// Runtime does the work. Required.
	Runtime runtimebridge.Runtime

	// Audit keeps the records of what the server did. Required.
	Audit runtimebridge.Audit

	// Version is serverInfo.version. Empty means "devel".
	Version string

	// ShutdownGrace is how long accepted calls may go on after the client has
	// closed its end. 0 means DefaultShutdownGrace, less than 0 none.
	ShutdownGrace time.Duration

	// Limits bound what one client can use.
	Limits Limits

	// Logger gets diagnostics: constant messages with names, codes and counts.
	// Nil discards them.
	Logger *slog.Logger
}

// Limits bound what one client can use. A field that is 0 or less means the
// default named beside it.
type Limits struct {
	FrameBytes   int // of one line read: 16 MiB
	Running      int // prompt_send and tool_call calls at once: 64
	RunningBytes int // of the large ones among them, together: 8 MiB; one may be larger
	Waiting      int // such calls that wait for their turn: 256
	WaitingBytes int // of the frames of those that wait, together: 32 MiB
	RunningLight int // calls of the other tools at once, the rest waits: 16
	UnsentBytes  int // of output before reading stops: 8 MiB
}

func (l Limits) withDefaults() Limits {
	for _, field := range []struct {
		value     *int
		otherwise int
	}{
		{&l.FrameBytes, mcpcontracts.MaxFrameBytes},
		{&l.Running, 64},
		{&l.RunningBytes, 8 << 20},
		{&l.Waiting, 256},
		{&l.WaitingBytes, 32 << 20},
		{&l.RunningLight, 16},
		{&l.UnsentBytes, 8 << 20},
	} {
		if *field.value <= 0 {
			*field.value = field.otherwise
		}
	}
	return l
}

// withDefaults checks the options and fills in what was left out.
func (o Options) withDefaults() (Options, error) {
	if !o.Client.Valid() {
		return Options{}, ErrNotAuthenticated
	}
	if o.Owner.ID == "" || o.Runtime == nil || o.Audit == nil {
		return Options{}, ErrIncompleteOptions
	}
	if o.Version == "" {
		o.Version = "devel"
	}
	if o.ShutdownGrace == 0 {
		o.ShutdownGrace = DefaultShutdownGrace
	}
	if o.Logger == nil {
		o.Logger = slog.New(slog.DiscardHandler)
	}
	o.Limits = o.Limits.withDefaults()
	return o, nil
}
