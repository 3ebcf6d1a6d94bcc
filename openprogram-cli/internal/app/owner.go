package app

import (
	"context"
	"errors"
	"log/slog"

	"github.com/openprogram/openprogram-go/authority"
	"github.com/openprogram/openprogram-go/openprogram-cli/internal/config"
	"github.com/openprogram/openprogram-go/openprogram-cli/internal/state"
	"github.com/openprogram/openprogram-go/runtimebridge"
)

// The reasons why the owner's own runtime does not start.
var (
	errIdentity = errors.New("owner.json is damaged or not private: restore it from a backup; it is never replaced")
	errAudit    = errors.New("the audit log cannot be used: its folder has to be yours and writable")
	errRuntime  = errors.New("the sessions cannot be opened")
)

// OwnerOptions configure OpenOwner.
type OwnerOptions struct {
	Location state.Location
	File     config.File
	Getenv   func(string) string
	// Interactive says that somebody is there to answer questions.
	Interactive bool
}

// Owner is the owner's own use of the runtime, with the owner's rights.
type Owner struct {
	runtimebridge.Connection

	prepared prepared
}

// OpenOwner opens the runtime for its owner, and creates what is missing. The
// caller closes it.
func OpenOwner(ctx context.Context, o OwnerOptions) (*Owner, error) {
	if err := o.Location.Ensure(); err != nil {
		return nil, err
	}
	view := config.NewView(o.File)
	settings, err := view.Load()
	if err != nil {
		return nil, err
	}
	p := prepared{config: settings, logger: slog.New(slog.DiscardHandler)}
	if p.owner, err = authority.LoadOwner(o.Location.Dir); err != nil {
		return nil, errIdentity
	}
	if p.audit, err = readyAudit(ctx, o.Location); err != nil {
		return nil, errAudit
	}
	p.engine, err = newEngine(engineOptions{
		location: o.Location, config: settings, view: view, owner: p.owner, audit: p.audit,
		getenv: o.Getenv, logger: p.logger,
	})
	if err != nil {
		p.close()
		return nil, errRuntime
	}
	interaction := authority.NonInteractive
	if o.Interactive {
		interaction = authority.Interactive
	}
	connection, err := p.engine.Connect(ctx, authority.OwnerGrant(p.owner, interaction), authority.SourceTerminal)
	if err != nil {
		p.close()
		return nil, errRuntime
	}
	return &Owner{Connection: connection, prepared: p}, nil
}

// Close ends the runtime.
func (o *Owner) Close() {
	ctx, cancel := context.WithTimeout(context.Background(), closing)
	defer cancel()
	_ = o.Connection.Close(ctx)
	o.prepared.close()
}
