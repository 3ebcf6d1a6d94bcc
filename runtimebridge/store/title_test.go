package store_test

import (
	"strings"
	"testing"

	"github.com/openprogram/openprogram-go/runtimebridge/store"
)

func TestTitle(t *testing.T) {
	tests := map[string]struct{ text, want string }{
		"one line":                 {"Which crane?", "Which crane?"},
		"first of several":         {"Which crane?\nThe red one?", "Which crane?"},
		"first that is not blank":  {" \n\t\r\nWhich crane?\n", "Which crane?"},
		"fifty characters":         {strings.Repeat("a", 50), strings.Repeat("a", 50)},
		"fifty-one characters":     {strings.Repeat("a", 51), strings.Repeat("a", 50) + "…"},
		"characters, not bytes":    {strings.Repeat("世", 51), strings.Repeat("世", 50) + "…"},
		"cut after a blank":        {strings.Repeat("a", 49) + " bcd", strings.Repeat("a", 49) + "…"},
		"control characters":       {"a\x1b[31mb\x00c\x7fd\u0085e", "a [31mb c d e"},
		"line separators":          {"a\u2028b\u2029c", "a b c"},
		"runs of blanks":           {"  a \t b\u00a0c ", "a b c"},
		"not UTF-8":                {"a\xffb", "a\ufffdb"},
		"an attachment":            {"[attachment: plan.pdf] Read this", "Read this"},
		"attachments only":         {"[Image: x.png] [file]\nWhat is it?", "What is it?"},
		"other brackets":           {"[todo] list[0]", "[todo] list[0]"},
		"nothing":                  {"", ""},
		"only blanks":              {" \n \t\n", ""},
		"a very long line":         {strings.Repeat("世", 1<<20), strings.Repeat("世", 50) + "…"},
		"a very long line of none": {strings.Repeat(" ", 1<<20) + "a\nb", "b"},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			if got := store.Title(test.text); got != test.want {
				t.Errorf("Title = %q, want %q", got, test.want)
			}
		})
	}
}

func TestCleanTitle(t *testing.T) {
	long := strings.Repeat("a", 200)
	for title, want := range map[string]string{
		" My\nharbour\t ": "My harbour",
		"a\xc3":           "a\ufffd",
		long:              long,
		"[image: x.png]":  "[image: x.png]",
		"":                "",
	} {
		if got := store.CleanTitle(title); got != want {
			t.Errorf("CleanTitle(%q) = %q, want %q", title, got, want)
		}
	}
}
