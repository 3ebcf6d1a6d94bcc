package mcpauth_test

import (
	"bytes"
	"encoding/json"
	"encoding/xml"
	"fmt"
	"log/slog"
	"strings"
	"testing"

	"github.com/openprogram/openprogram-go/mcpauth"
)

func TestZeroTokenRevealsNothing(t *testing.T) {
	if got := (mcpauth.Token{}).Reveal(); got != "" {
		t.Errorf("Reveal() = %q, want nothing", got)
	}
}

// renderings are the ways in which a value is likely to reach a log, an error or
// a file by accident.
func renderings(t *testing.T, token mcpauth.Token) map[string]string {
	t.Helper()
	type holder struct {
		Public mcpauth.Token
		hidden mcpauth.Token
		Linked *mcpauth.Token
	}
	value := holder{token, token, &token}
	_ = value.hidden
	out := map[string]string{"String": token.String()}
	for _, verb := range []string{"%v", "%+v", "%#v", "%s", "%q", "%d", "%x", "%X", "%p", "%T", "%08.3f", "%c"} {
		out[verb] = fmt.Sprintf(verb, token)
		out["pointer "+verb] = fmt.Sprintf(verb, &token)
		out["struct "+verb] = fmt.Sprintf(verb, value)
		out["slice "+verb] = fmt.Sprintf(verb, []mcpauth.Token{token})
		out["map "+verb] = fmt.Sprintf(verb, map[string]any{"token": token})
	}
	var logged bytes.Buffer
	slog.New(slog.NewTextHandler(&logged, nil)).Info("text", "token", token, "holder", value)
	slog.New(slog.NewJSONHandler(&logged, nil)).Info("json", "token", token, "holder", value)
	out["slog"] = logged.String()
	for name, marshal := range map[string]func(any) ([]byte, error){"json": json.Marshal, "xml": xml.Marshal} {
		text, err := marshal(struct{ Token mcpauth.Token }{token})
		if err != nil && name == "json" {
			t.Fatalf("%s: %v", name, err)
		}
		out[name] = string(text)
	}
	out["error"] = fmt.Errorf("failed: %w", fmt.Errorf("token %v", token)).Error()
	return out
}

func assertRedacted(t *testing.T, token mcpauth.Token) {
	t.Helper()
	secret := token.Reveal()
	hex := fmt.Sprintf("%x", secret)
	decimals := strings.Trim(fmt.Sprint([]byte(secret)), "[]")
	for name, text := range renderings(t, token) {
		if strings.Contains(text, secret) || strings.Contains(strings.ToLower(text), hex) || strings.Contains(text, decimals) {
			t.Errorf("%s shows the token: %s", name, text)
		}
	}
	for _, verb := range []string{"%v", "%+v", "%#v", "%s", "%d", "%x"} {
		if got := fmt.Sprintf(verb, token); got != "[redacted]" {
			t.Errorf("%s prints %q", verb, got)
		}
	}
}
