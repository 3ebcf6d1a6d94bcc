package authority_test

import (
	"encoding/json"
	"path"
	"strings"
	"testing"

	"github.com/openprogram/openprogram-go/authority"
)

// Patterns are globs over the whole text; here the text is {"q":"..."}.
func TestGlobs(t *testing.T) {
	tests := []struct {
		pattern, text string
		want          bool
	}{
		{"abc", "abc", true},
		{"abc", "abcd", false},
		{"*", "", true},
		{"*", "a/b", true},
		{"a*c", "ac", true},
		{"a*c", "abcbc", true},
		{"a*c", "abcb", false},
		{"a**", "a", true},
		{"*a*a*a*", "baabaa", true},
		{"a?c", "aéc", true},
		{"a?c", "ac", false},
		{"[abc]", "b", true},
		{"[abc]", "d", false},
		{"[a-c]x", "bx", true},
		{"[a-c]x", "dx", false},
		{"[c-a]x", "bx", false},
		{"[a-]", "-", true},
		{"[-a]", "-", true},
		{"[!a-c]", "d", true},
		{"[!a-c]", "b", false},
		{"[!!]", "!", false},
		{"[!]", "[!]", true},
		{"[]a]", "]", true},
		{"[]a]", "a", true},
		{"[!]a]", "]", false},
		{"[!]a]", "b", true},
		{"[*]", "*", true},
		{"[*]", "a", false},
		{"[?]", "?", true},
		{"[[]", "[", true},
		{"[a", "[a", true},
		{"[a", "a", false},
		{"a]", "a]", true},
		{"[", "[", true},
		{"[a]b[c", "ab[c", true},
	}
	for _, tt := range tests {
		rule := authority.Rule{Tool: "web_search", Pattern: `{"q":"` + tt.pattern + `"}`, HasPattern: true}
		if got := allowed(t, rule.String(), search(map[string]any{"q": tt.text})); got != tt.want {
			t.Errorf("%q matches %q: %v, want %v", tt.pattern, tt.text, got, tt.want)
		}
	}
}

func TestGlobThatIsOneBracket(t *testing.T) {
	for _, pattern := range []string{"[", "[!", "x["} {
		if rule := "bash(" + pattern + ")"; allowed(t, rule, bash("git x")) {
			t.Errorf("%s allows git", rule)
		}
	}
}

// Deny rules see through what looks the same.
func TestFolding(t *testing.T) {
	tests := []struct {
		pattern, text string
		want          bool
	}{
		{"secret", "SECRET", true},
		{"SECRET", "secret", true},
		{"secret", "ſecret", true},
		{"k", "\u212a", true}, // the Kelvin sign
		{"a b", "ａ\u3000ｂ", true},
		{"~!", "～！", true},
		{"secret", "se\u200bcr\u2060et\ufeff", true},
		{"secret", "\u200fse\u202ac\u202eret\u206f", true},
		{"Ä", "ä", true},
		{"[a-z]x", "Bx", true},
		{"secret", "sécret", false},
		{"é", "e\u0301", false}, // no normalization
	}
	for _, tt := range tests {
		rule := authority.Rule{Tool: "web_search", Pattern: `{"q":"` + tt.pattern + `"}`, HasPattern: true}
		if got := denied(t, rule.String(), search(map[string]any{"q": tt.text})); got != tt.want {
			t.Errorf("deny %q catches %q: %v, want %v", tt.pattern, tt.text, got, tt.want)
		}
	}
}

// Where path.Match and these globs have the same meaning, they agree.
func FuzzGlob(f *testing.F) {
	f.Add("a*b?[c-e]", "axxbyd")
	f.Add("*a*b*c", "abcabc")
	f.Fuzz(func(t *testing.T, pattern, text string) {
		if strings.ContainsAny(pattern+text, "/\\^![]") || strings.ToValidUTF8(pattern+text, "") != pattern+text || pattern == "" {
			return
		}
		want, err := path.Match(pattern, text)
		if err != nil {
			return
		}
		quoted, _ := json.Marshal(text)
		if string(quoted) != `"`+text+`"` {
			return
		}
		rule := authority.Rule{Tool: "web_search", Pattern: `{"q":"` + pattern + `"}`, HasPattern: true}
		call := search(map[string]any{"q": text})
		if got := asOwner(authority.Rules{Allow: []authority.Rule{rule}}, call).Reason == authority.ReasonRuleAllow; got != want {
			t.Errorf("%q matches %q: %v, want %v", pattern, text, got, want)
		}
	})
}
