package shell_test

import (
	"context"

	"github.com/openprogram/openprogram-go/authority"
	"github.com/openprogram/openprogram-go/runtimebridge"
)

// noAudit is an audit log that nobody reads.
type noAudit struct{}

func (noAudit) Append(ctx context.Context, _ runtimebridge.AuditType, _ string, _ map[string]any) error {
	return ctx.Err()
}

func noRules() (authority.Rules, error) { return authority.Rules{}, nil }
