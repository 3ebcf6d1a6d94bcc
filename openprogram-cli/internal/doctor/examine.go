package doctor

import (
	"context"
	"os"

	"github.com/openprogram/openprogram-go/openprogram-cli/internal/app"
	"github.com/openprogram/openprogram-go/openprogram-cli/internal/config"
)

// Options configure Examine.
type Options struct {
	Entries app.ClientEntries // the state directory and this program
	File    config.File
	Getenv  func(string) string
	Environ []string // the environment of a server that is started

	// Prompt asks for a real prompt, which may cost money where the provider
	// is not the offline one. Its session is deleted again.
	Prompt bool

	Report   func(Check)           // told of each check as it is done
	Indexing func(done, total int) // told how far the index of the notes is; may be nil
	Busy     func(what string)     // told what takes its time; may be nil
}

// examination is what is known so far.
type examination struct {
	Options
	config      config.Config
	configured  bool   // config is what the file says
	admitted    bool   // a client with the stored token is let in
	storeBroken bool   // the sessions cannot be used
	broken      string // why no runtime can be opened; empty when it can
}

func (e *examination) told(c Check) { e.Report(c) }

// Examine makes every check, the ones that others depend on first.
func Examine(ctx context.Context, o Options) {
	if o.Busy == nil {
		o.Busy = func(string) {}
	}
	e := &examination{Options: o}
	e.token()
	e.variable()
	e.configuration()
	if _, err := os.Stat(o.Entries.Location.Dir); err != nil {
		e.breaks("there is no state directory yet")
		e.skip(e.broken, "identity", "audit log")
	} else {
		e.identity()
		e.auditLog(ctx)
	}
	e.runtime(ctx)
	e.provider(ctx)
	e.clients()
	e.server(ctx)
}

// breaks keeps the first reason why no runtime can be opened.
func (e *examination) breaks(why string) {
	if e.broken == "" {
		e.broken = why
	}
}
