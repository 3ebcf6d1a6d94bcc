package app

import (
	"context"
	"errors"
	"os"

	"github.com/openprogram/openprogram-go/mcpauth"
	"github.com/openprogram/openprogram-go/openprogram-cli/internal/state"
	"github.com/openprogram/openprogram-go/runtimebridge"
)

// admit authenticates the client that started this process by the variable it
// has set, and then removes the variable, so that nothing that this process
// starts can inherit the token. It gives the token too, as a value that has to
// be kept out of everything.
//
// Whatever the reason of a refusal, the error says the same; the reason goes to
// the audit log.
func admit(ctx context.Context, l state.Location) (client mcpauth.Client, token string, err error) {
	token = os.Getenv(mcpauth.EnvVariable)
	client, err = mcpauth.Authenticate(mcpauth.Location(l), token)
	if err != nil {
		recordRefusal(ctx, l, token, err)
		return mcpauth.Client{}, "", mcpauth.ErrAuthentication
	}
	return client, token, os.Unsetenv(mcpauth.EnvVariable)
}

// recordRefusal writes only where a private state directory is: a refused
// client must not make this program create or trust anything.
func recordRefusal(ctx context.Context, l state.Location, presented string, refusal error) {
	var reason *mcpauth.AuthenticationError
	if !errors.As(refusal, &reason) || !l.Private() {
		return
	}
	log, err := openAudit(l, presented)
	if err != nil {
		return
	}
	defer log.Close()
	_ = log.Append(ctx, runtimebridge.AuditAuthFailed, originSystem, map[string]any{"reason": string(reason.Reason)})
}
