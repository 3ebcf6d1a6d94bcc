package app

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"runtime/debug"
	"time"

	"github.com/openprogram/openprogram-go/authority"
	"github.com/openprogram/openprogram-go/mcpauth"
	"github.com/openprogram/openprogram-go/mcpserver"
	"github.com/openprogram/openprogram-go/openprogram-cli/internal/config"
	"github.com/openprogram/openprogram-go/openprogram-cli/internal/process"
	"github.com/openprogram/openprogram-go/openprogram-cli/internal/state"
	"github.com/openprogram/openprogram-go/runtimebridge/audit"
	"github.com/openprogram/openprogram-go/runtimebridge/engine"
)

// ErrSetup is every reason but the client's why a server does not start. A
// configuration that cannot be used is told with it; the rest is not.
var ErrSetup = errors.New("MCP server setup failed")

// garbagePercent trades memory for speed: a call leaves much garbage behind and
// the heap is small.
const garbagePercent = 400

// closing bounds the time that the runtime has to end.
const closing = 2 * time.Second

// ServeOptions configure Serve.
type ServeOptions struct {
	Location state.Location
	File     config.File
	Getenv   func(string) string
	In       io.Reader // the client's requests
	Log      LogOptions
	Ready    func() // called when the client is let in, before In is read; may be nil
}

// Serve serves the client that started this process until it goes. It takes
// standard output for itself. It checks the token, then the configuration, the
// owner's identity and the audit log, and reads from the client only when all of
// them are in order; until then it creates nothing.
//
// The error is mcpauth.ErrAuthentication or ErrSetup.
func Serve(ctx context.Context, o ServeOptions) error {
	frames, err := process.TakeStdout()
	if err != nil {
		return ErrSetup
	}
	process.KeepPrivate()
	debug.SetGCPercent(garbagePercent)

	token := o.Getenv(mcpauth.EnvVariable)
	client, err := admit(ctx, o.Location, token)
	if err != nil {
		return err
	}
	// Nothing that this process starts shall have it.
	os.Unsetenv(mcpauth.EnvVariable)
	p, err := prepare(ctx, o, token)
	if err != nil {
		return err
	}
	defer p.close()
	server, err := mcpserver.New(mcpserver.Options{
		Client: client, Owner: p.owner, Runtime: p.engine, Audit: p.audit,
		Version: ThisBuild().Version, ShutdownGrace: grace(p.config), Logger: p.logger,
	})
	if err != nil {
		return ErrSetup
	}
	ctx, stop := process.UntilSignal(ctx, os.Exit)
	defer stop()
	if o.Ready != nil {
		o.Ready()
	}
	if server.Serve(ctx, o.In, frames) != nil {
		return ErrSetup
	}
	return nil
}

// prepared is what a server runs on.
type prepared struct {
	config  config.Config
	owner   authority.Principal
	audit   *audit.Log
	engine  *engine.Engine
	logger  *slog.Logger
	logFile io.Closer
}

func prepare(ctx context.Context, o ServeOptions, token string) (*prepared, error) {
	p := &prepared{}
	view := config.NewView(o.File)
	var err error
	if p.config, err = view.Load(); err != nil {
		return nil, fmt.Errorf("%w: %w", ErrSetup, err)
	}
	if p.logger, p.logFile, err = o.Log.open(); err != nil {
		return nil, fmt.Errorf("%w: %w", ErrSetup, err)
	}
	if p.owner, err = authority.LoadOwner(o.Location.Dir); err != nil {
		p.close()
		return nil, ErrSetup
	}
	if p.audit, err = readyAudit(ctx, o.Location, token); err != nil {
		p.close()
		return nil, ErrSetup
	}
	p.engine, err = newEngine(engineOptions{
		location: o.Location, config: p.config, view: view, owner: p.owner, audit: p.audit,
		getenv: o.Getenv, logger: p.logger,
	})
	if err != nil {
		p.close()
		return nil, ErrSetup
	}
	return p, nil
}

// close ends what was opened, last first.
func (p *prepared) close() {
	if p.engine != nil {
		ctx, cancel := context.WithTimeout(context.Background(), closing)
		defer cancel()
		_ = p.engine.Close(ctx)
	}
	if p.audit != nil {
		_ = p.audit.Close()
	}
	if p.logFile != nil {
		_ = p.logFile.Close()
	}
}

// grace is the configured grace in the server's terms, where 0 is the default.
func grace(c config.Config) time.Duration {
	if c.MCPServer.ShutdownGrace == 0 {
		return -1
	}
	return c.MCPServer.ShutdownGrace
}
