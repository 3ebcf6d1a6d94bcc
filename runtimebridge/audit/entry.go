package audit

import (
	"maps"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/openprogram/openprogram-go/runtimebridge"
)

// The limits of a record.
const (
	maxText    = 256 // bytes
	maxKeys    = 64
	maxKey     = 64 // bytes
	maxList    = 256
	maxPayload = 64 << 10 // bytes, encoded
	minSecret  = 8        // bytes
	// usualPayload is room for what most records say.
	usualPayload = 512 // bytes
)

const redacted = "[redacted]"

// secretKeys are parts of keys whose text is never written.
var secretKeys = []string{"token", "secret", "password", "authorization", "api_key", "apikey", "cookie", "credential"}

// entry is what the caller gives of a record, encoded.
type entry struct {
	kind, origin, payload []byte // JSON
}

func (l *Log) newEntry(kind runtimebridge.AuditType, origin string, payload map[string]any) (entry, error) {
	if !isKind(string(kind)) {
		return entry{}, ErrPayload
	}
	encoded, ok := encodePayload(payload, l.clean)
	if !ok {
		return entry{}, ErrPayload
	}
	return entry{
		kind:    appendText(nil, string(kind)),
		origin:  appendText(nil, l.clean(origin)),
		payload: encoded,
	}, nil
}

// clean gives the text that may be written for a string.
func (l *Log) clean(text string) string {
	for _, secret := range l.options.Secrets {
		if len(secret) >= minSecret && strings.Contains(text, secret) {
			return redacted
		}
	}
	return cut(strings.ToValidUTF8(text, "\uFFFD"))
}

// cut shortens valid text without breaking a character.
func cut(text string) string {
	if len(text) <= maxText {
		return text
	}
	end := maxText
	for !utf8.RuneStart(text[end]) {
		end--
	}
	return text[:end]
}

// encodePayload writes an object with sorted keys. Texts pass through text.
func encodePayload(payload map[string]any, text func(string) string) ([]byte, bool) {
	if len(payload) > maxKeys {
		return nil, false
	}
	out := append(make([]byte, 0, usualPayload), '{')
	for i, key := range slices.Sorted(maps.Keys(payload)) {
		if key == "" || len(key) > maxKey || !utf8.ValidString(key) {
			return nil, false
		}
		if i > 0 {
			out = append(out, ',')
		}
		out = append(appendText(out, key), ':')
		var ok bool
		if out, ok = appendValue(out, payload[key], textFor(key, text)); !ok {
			return nil, false
		}
	}
	out = append(out, '}')
	return out, len(out) <= maxPayload
}

// textFor withholds the text under a key that speaks of a secret.
func textFor(key string, text func(string) string) func(string) string {
	lower := strings.ToLower(key)
	for _, part := range secretKeys {
		if strings.Contains(lower, part) {
			return func(string) string { return redacted }
		}
	}
	return text
}

func isKind(kind string) bool {
	return kind != "" && len(kind) <= maxKey && strings.Trim(kind, "abcdefghijklmnopqrstuvwxyz0123456789._") == ""
}
