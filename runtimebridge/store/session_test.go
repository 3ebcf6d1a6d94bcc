package store_test

import (
	"strings"
	"testing"

	"github.com/openprogram/openprogram-go/runtimebridge/store"
)

func TestValidSessionID(t *testing.T) {
	for _, id := range []string{
		"mcp_0123456789abcdef0123456789abcdef", "s", "telegram:-100", "...", ".a", "世界", strings.Repeat("x", 255),
	} {
		if !store.ValidSessionID(id) {
			t.Errorf("%q is refused", id)
		}
	}
	for _, id := range []string{
		"", ".", "..", "/", "a/b", `a\b`, "a b", "a\tb", "a\n", "\u00a0", "\x00", "a\x7f", "\u200b", "\ufeff", "\u202e", "\xff",
		strings.Repeat("x", 256),
	} {
		if store.ValidSessionID(id) {
			t.Errorf("%q is accepted", id)
		}
	}
}
