package doctor

import (
	"context"
	"errors"
	"os"

	"github.com/openprogram/openprogram-go/authority"
	"github.com/openprogram/openprogram-go/openprogram-cli/internal/app"
	"github.com/openprogram/openprogram-go/openprogram-cli/internal/config"
	"github.com/openprogram/openprogram-go/openprogram-cli/internal/terminal"
)

// configuration reads the file as a server would.
func (e *examination) configuration() {
	_, missing := os.Stat(e.File.Path)
	var err error
	e.config, err = e.File.Load()
	e.configured = err == nil
	switch {
	case err != nil:
		e.breaks("the configuration cannot be used")
		e.fail("configuration", err.Error(), e.mendConfiguration(err))
	case missing != nil:
		e.ok("configuration", "there is no config.json: the defaults are in force")
	default:
		e.ok("configuration", e.File.Path)
	}
}

func (e *examination) mendConfiguration(err error) string {
	var broken *config.Error
	if errors.As(err, &broken) && broken.Key != "" {
		return "Mend " + e.File.Path + ", or take it out: openprogram config unset " + broken.Key
	}
	return "Mend " + e.File.Path + ", or move it away for the defaults."
}

// identity checks the owner's identity. The first one is made here, as at any
// start of a server.
func (e *examination) identity() {
	owner, err := authority.LoadOwner(e.Entries.Location.Dir)
	if err != nil {
		e.breaks("the owner's identity cannot be used")
		e.fail("identity", e.Entries.Location.Path("owner.json")+" is damaged or not private",
			"Restore it from a backup, with mode 0600. It is never replaced.")
		return
	}
	e.ok("identity", owner.ID)
}

// auditLog verifies the whole log.
func (e *examination) auditLog(ctx context.Context) {
	e.Busy("verifying the audit log")
	report, err := app.VerifyAudit(ctx, e.Entries.Location)
	folder := e.Entries.Location.Path("audit")
	switch {
	case err != nil:
		e.breaks("the audit log cannot be used")
		e.fail("audit log", "it cannot be read", folder+" and what is in it have to be yours, with modes 0700 and 0600.")
	case !report.Intact():
		e.fail("audit log", report.Problem.String(),
			"Find out who changed it. Keep "+folder+" aside as it is; a new log begins when it is moved away.")
	case report.Records == 0:
		e.ok("audit log", "nothing is recorded yet")
	default:
		e.ok("audit log", terminal.Counted(report.Records, "record")+", the chain is whole")
	}
}
