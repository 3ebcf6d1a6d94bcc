package app

import (
	"context"
	"errors"
	"fmt"

	"github.com/openprogram/openprogram-go/mcpauth"
	"github.com/openprogram/openprogram-go/openprogram-cli/internal/state"
)

// Tokens manages the token that MCP clients present.
type Tokens struct{ Location state.Location }

// Create makes the token, in a state directory that is created if need be.
func (t Tokens) Create(ctx context.Context) (mcpauth.Token, error) {
	if err := t.Location.Ensure(); err != nil {
		return mcpauth.Token{}, err
	}
	return t.replace(ctx, "token.created", mcpauth.Create)
}

// Rotate replaces the token.
func (t Tokens) Rotate(ctx context.Context) (mcpauth.Token, error) {
	token, err := t.replace(ctx, "token.rotated", mcpauth.Rotate)
	if errors.Is(err, mcpauth.ErrNoToken) {
		err = fmt.Errorf("%w: openprogram mcp token create", err)
	}
	return token, err
}

// Delete removes the token.
func (t Tokens) Delete(ctx context.Context) error {
	_, err := t.replace(ctx, "token.deleted", func(l mcpauth.Location) (mcpauth.Token, error) {
		return mcpauth.Token{}, mcpauth.Delete(l)
	})
	return err
}

// Status says whether a client would be let in: one that presents the value
// given, or the stored token when that is empty.
func (t Tokens) Status(presented string) mcpauth.Status {
	if presented == "" {
		return mcpauth.Check(mcpauth.Location(t.Location))
	}
	return mcpauth.CheckPresented(mcpauth.Location(t.Location), presented)
}

// replace changes the token file and records it. The token package refuses a
// state directory that is not private; no log is opened in one.
func (t Tokens) replace(ctx context.Context, what string, change func(mcpauth.Location) (mcpauth.Token, error)) (mcpauth.Token, error) {
	if !t.Location.Private() {
		return change(mcpauth.Location(t.Location))
	}
	var token mcpauth.Token
	err := recorded(ctx, t.Location, what, func() (map[string]any, error) {
		var err error
		token, err = change(mcpauth.Location(t.Location))
		return nil, err
	})
	return token, err
}
