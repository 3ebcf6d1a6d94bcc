package mcpauth

import (
	"fmt"
	"io"
	"log/slog"
)

const redacted = "[redacted]"

// Token is the secret that a client presents: 43 URL-safe characters for 32
// random bytes. It shows itself to nobody: every fmt verb, slog and every
// encoder print a fixed word. The zero Token holds nothing.
type Token struct{ secret *string } // a pointer, so that reflection prints an address

func newToken(secret string) Token { return Token{secret: &secret} }

// Reveal gives the secret itself, for the one place that shows it to its owner.
// It is empty for the zero Token.
func (t Token) Reveal() string {
	if t.secret == nil {
		return ""
	}
	return *t.secret
}

// Format prints a fixed word for every verb.
func (Token) Format(f fmt.State, _ rune) { _, _ = io.WriteString(f, redacted) }

// String is a fixed word.
func (Token) String() string { return redacted }

// LogValue is a fixed word.
func (Token) LogValue() slog.Value { return slog.StringValue(redacted) }

// MarshalText is a fixed word, also for encoding/json and encoding/xml.
func (Token) MarshalText() ([]byte, error) { return []byte(redacted), nil }
