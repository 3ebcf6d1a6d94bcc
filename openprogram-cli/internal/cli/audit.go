package cli

import "github.com/spf13/cobra"

func newAudit(p *program) *cobra.Command {
	return group("audit", "Read the audit log, and check that nobody changed it",
		newAuditList(p), newAuditVerify(p), newAuditTail(p))
}
