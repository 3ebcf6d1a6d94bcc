package app

import (
	"context"
	"errors"
	"log/slog"
	"time"

	"github.com/openprogram/openprogram-go/authority"
	"github.com/openprogram/openprogram-go/openprogram-cli/internal/config"
	"github.com/openprogram/openprogram-go/openprogram-cli/internal/state"
	"github.com/openprogram/openprogram-go/runtimebridge/audit"
	"github.com/openprogram/openprogram-go/runtimebridge/engine"
)

// The reasons why the runtime does not start, besides a *config.Error.
var (
	errIdentity = errors.New("owner.json is damaged or not private: restore it from a backup; it is never replaced")
	errAudit    = errors.New("the audit log cannot be used: its folder has to be yours and writable")
	errRuntime  = errors.New("the runtime cannot be started: openprogram mcp doctor says what is wrong")
)

// nobody stands for an owner whose identity cannot be read, where only reading is
// wanted: nothing is done or recorded in that name.
var nobody = authority.Principal{ID: "owner/install/0000000000000000"}

// closing bounds the time that the runtime has to end.
const closing = 2 * time.Second

// installation is what a state directory holds, opened: the configuration, the
// owner's identity, the audit log and the runtime over them. The server and the
// owner's own commands both stand on it.
type installation struct {
	config config.Config
	owner  authority.Principal
	audit  *audit.Log
	engine *engine.Engine
	remote *remoteTools // nil for a server: they are the owner's alone
}

type installationOptions struct {
	location state.Location
	file     config.File
	getenv   func(string) string
	token    string // what the client has presented; empty without a client
	logger   *slog.Logger
	remote   *remoteTools // may be nil
	reading  bool         // nothing will be recorded
}

// openInstallation opens everything in the order in which it depends on each other.
func openInstallation(ctx context.Context, o installationOptions) (*installation, error) {
	in := &installation{remote: o.remote}
	view := config.NewView(o.file)
	var err error
	if in.config, err = view.Load(); err != nil {
		return nil, err
	}
	if in.owner, err = authority.LoadOwner(o.location.Dir); err != nil && !o.reading {
		return nil, errIdentity
	}
	if err != nil {
		in.owner = nobody
	}
	// No record has a place for these; should one slip in, it is blotted out.
	key, _ := apiKey{config: in.config.Provider, getenv: o.getenv}.read()
	if in.audit, err = o.openAudit(ctx, key); err != nil {
		return nil, errAudit
	}
	in.engine, err = newEngine(in, view, o)
	if err != nil {
		in.close()
		return nil, errRuntime
	}
	return in, nil
}

// openAudit opens the audit log, ready to be written to unless nothing will be.
func (o installationOptions) openAudit(ctx context.Context, key string) (*audit.Log, error) {
	if o.reading {
		return openAudit(o.location, o.token, key)
	}
	return readyAudit(ctx, o.location, o.token, key)
}

// close ends what was opened, last first.
func (in *installation) close() {
	if in.engine != nil {
		ctx, cancel := context.WithTimeout(context.Background(), closing)
		defer cancel()
		_ = in.engine.Close(ctx)
	}
	if in.remote != nil {
		in.remote.close()
	}
	_ = in.audit.Close()
}
