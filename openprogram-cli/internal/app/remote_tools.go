package app

import (
	"context"
	"log/slog"
	"sync"
	"time"

	"github.com/openprogram/openprogram-go/runtimebridge"
	"github.com/openprogram/openprogram-go/runtimebridge/provider/recall"
	"github.com/openprogram/openprogram-go/runtimebridge/remote"
)

// startNotice is how long servers may take to start before the owner is told.
const startNotice = time.Second

// remoteTools are the tools of the owner's other MCP servers. The servers are
// read about and started when the tools are first asked for.
type remoteTools struct {
	servers Servers
	notice  func(string) // tells the owner a line
	logger  *slog.Logger
	always  bool // also for a provider that has no use for them

	open sync.Once
	set  *remote.Set // nil: none can be used
}

// wanted reports whether the tools are to be had with a provider. The offline
// one would start the servers for nothing.
func (r *remoteTools) wanted(providerKind string) bool {
	return r != nil && (r.always || providerKind != recall.Name)
}

// tools gives the tools of the servers that run.
func (r *remoteTools) tools(ctx context.Context) []runtimebridge.Tool {
	r.open.Do(r.load)
	if r.set == nil {
		return nil
	}
	slow := time.AfterFunc(startNotice, func() { r.notice("the MCP servers are being started") })
	defer slow.Stop()
	return r.set.Tools(ctx)
}

func (r *remoteTools) load() {
	c, err := r.servers.Load()
	if err != nil {
		r.notice(err.Error())
		return
	}
	for _, p := range c.Problems {
		r.notice("MCP server " + p.Name + " is not used: " + p.Text)
	}
	if len(c.Servers) == 0 {
		return
	}
	r.set = remote.New(remote.Options{
		Config: c, Version: ThisBuild().Version, Logger: r.logger,
		Failed: func(name string, why remote.Fault) {
			r.notice("MCP server " + name + " did not start: " + why.Error())
		},
	})
}

// close ends the servers.
func (r *remoteTools) close() {
	r.open.Do(func() {}) // nobody opens them any more
	if r.set != nil {
		r.set.Close()
	}
}
