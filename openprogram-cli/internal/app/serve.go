package app

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"runtime/debug"
	"time"

	"github.com/openprogram/openprogram-go/mcpserver"
	"github.com/openprogram/openprogram-go/openprogram-cli/internal/config"
	"github.com/openprogram/openprogram-go/openprogram-cli/internal/process"
	"github.com/openprogram/openprogram-go/openprogram-cli/internal/state"
)

// ErrSetup is every reason but the client's why a server does not start. A
// configuration that cannot be used is told with it; the rest is not.
var ErrSetup = errors.New("MCP server setup failed")

// garbagePercent trades memory for speed: a call leaves much garbage behind and
// the heap is small.
const garbagePercent = 400

// memoryTarget is where that ends, in bytes: beyond it, after a large frame or
// under load, memory is collected and given back as soon as it is garbage.
const memoryTarget = 48 << 20

// ServeOptions configure Serve.
type ServeOptions struct {
	Location state.Location
	File     config.File
	Getenv   func(string) string
	In       io.Reader // the client's requests
	Log      LogOptions
	Ready    func(stderr io.Writer) // called when the client is let in, before In is read; may be nil
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
	debug.SetMemoryLimit(memoryTarget)

	client, token, err := admit(ctx, o.Location)
	if err != nil {
		return err
	}
	stderr, showCrashes := process.HideCrashes()
	defer showCrashes()
	logger, closeLog, err := o.Log.open(stderr)
	if err != nil {
		return fmt.Errorf("%w: %w", ErrSetup, err)
	}
	defer closeLog()
	live, stop := process.UntilSignal(ctx, os.Exit) // until all is closed again
	defer stop()
	in, err := openInstallation(ctx, installationOptions{location: o.Location, file: o.File, getenv: o.Getenv, token: token, logger: logger})
	if err != nil {
		return setupError(err)
	}
	defer in.close()
	server, err := mcpserver.New(mcpserver.Options{
		Client: client, Owner: in.owner, Runtime: in.engine, Audit: in.audit,
		Version: ThisBuild().Version, ShutdownGrace: grace(in.config), Logger: logger,
	})
	if err != nil {
		return ErrSetup
	}
	if live.Err() != nil {
		return nil // asked to end before anything was served
	}
	if o.Ready != nil {
		o.Ready(stderr)
	}
	if server.Serve(live, o.In, frames) != nil {
		return ErrSetup
	}
	return nil
}

// setupError tells what is wrong with a configuration, which its owner has to
// mend, and nothing else: the client may be the one that reads it.
func setupError(err error) error {
	var configuration *config.Error
	if errors.As(err, &configuration) {
		return fmt.Errorf("%w: %w", ErrSetup, configuration)
	}
	return ErrSetup
}

// grace is the configured grace in the server's terms, where 0 is the default.
func grace(c config.Config) time.Duration {
	if c.MCPServer.ShutdownGrace == 0 {
		return -1
	}
	return c.MCPServer.ShutdownGrace
}
