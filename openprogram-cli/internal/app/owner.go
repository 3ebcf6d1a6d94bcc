package app

import (
	"context"
	"log/slog"

	"github.com/openprogram/openprogram-go/authority"
	"github.com/openprogram/openprogram-go/openprogram-cli/internal/config"
	"github.com/openprogram/openprogram-go/openprogram-cli/internal/state"
	"github.com/openprogram/openprogram-go/runtimebridge"
)

// OwnerOptions configure OpenOwner.
type OwnerOptions struct {
	Location state.Location
	File     config.File
	Getenv   func(string) string
	// Interactive says that somebody is there to answer questions.
	Interactive bool
	// Reading says that nothing will be changed: then it is enough that the state
	// directory can be read.
	Reading bool
	// AllTools asks for the tools of other MCP servers also when the provider
	// would have no use for them.
	AllTools bool
	// Notice tells the owner a line about what goes on, from any goroutine.
	Notice func(string)
}

// Owner is the owner's own use of the runtime, with the owner's rights.
type Owner struct {
	runtimebridge.Connection

	in *installation
}

// OpenOwner opens the runtime for its owner, and creates what is missing. The
// caller closes it.
func OpenOwner(ctx context.Context, o OwnerOptions) (*Owner, error) {
	if err := o.Location.Ensure(); err != nil {
		return nil, err
	}
	if o.Notice == nil {
		o.Notice = func(string) {}
	}
	logger := slog.New(slog.DiscardHandler)
	in, err := openInstallation(ctx, installationOptions{
		location: o.Location, file: o.File, getenv: o.Getenv, logger: logger, reading: o.Reading,
		remote: &remoteTools{servers: Servers{o.Location}, notice: o.Notice, logger: logger, always: o.AllTools},
	})
	if err != nil {
		return nil, err
	}
	interaction := authority.NonInteractive
	if o.Interactive {
		interaction = authority.Interactive
	}
	connection, err := in.engine.Connect(ctx, authority.OwnerGrant(in.owner, interaction), authority.SourceTerminal)
	if err != nil {
		in.close()
		return nil, errRuntime
	}
	return &Owner{Connection: connection, in: in}, nil
}

// Close ends the runtime.
func (o *Owner) Close() {
	_ = o.Connection.Close(context.Background())
	o.in.close()
}
