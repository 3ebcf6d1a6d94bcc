package cli

import (
	"time"

	"github.com/spf13/cobra"
)

func newSessions(p *program) *cobra.Command {
	return group("sessions", "Look at sessions, change them, and move them in and out",
		newSessionsList(p), newSessionsShow(p), newSessionsRename(p), newSessionsArchive(p), newSessionsDelete(p),
		newSessionsExport(p), newSessionsImport(p), newSessionsVerify(p))
}

// when shows a time in the zone of whoever looks.
func when(t time.Time) string { return t.Local().Format("2006-01-02 15:04") }

// unixSeconds is a time for machines: Unix seconds, with the fraction.
func unixSeconds(t time.Time) float64 { return float64(t.UnixMicro()) / 1e6 }
