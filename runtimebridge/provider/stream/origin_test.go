package stream

import (
	"testing"

	"github.com/openprogram/openprogram-go/runtimebridge/provider"
)

// Reasoning goes back to the endpoint that it came from, and to no other.
func TestOrigin(t *testing.T) {
	here := NewOrigin("openai", "https://one.example:8443/v1/chat/completions")
	for name, c := range map[string]struct {
		kind, stored, want string
	}{
		"from here":          {"openai", here.Mark(`{"a":1}`), `{"a":1}`},
		"of another path":    {"openai", NewOrigin("openai", "https://one.example:8443/other").Mark("x"), "x"},
		"of another host":    {"openai", NewOrigin("openai", "https://two.example:8443/v1").Mark("x"), ""},
		"of another port":    {"openai", NewOrigin("openai", "https://one.example/v1").Mark("x"), ""},
		"of another kind":    {"anthropic", NewOrigin("anthropic", "https://one.example:8443").Mark("x"), ""},
		"without a mark":     {"openai", `{"a":1}`, `{"a":1}`},
		"none":               {"openai", here.Mark(""), ""},
		"an unmarked kind's": {"anthropic", "x", ""},
	} {
		messages := []provider.Message{{Provider: c.kind, Reasoning: c.stored}}
		if got := here.Own(messages)[0].Reasoning; got != c.want || messages[0].Reasoning != c.stored {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
	}
}
