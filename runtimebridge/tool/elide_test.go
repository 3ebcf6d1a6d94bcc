package tool_test

import (
	"fmt"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/openprogram/openprogram-go/runtimebridge/tool"
)

func TestElide(t *testing.T) {
	tests := []struct {
		name, text string
		limit      int
		want       string
	}{
		{"fits", "héllo", 5, "héllo"},
		{"empty", "", 0, ""},
		{"no room for the marker", "abcdefgh", 3, "abc"},
		{"nothing at all", "abc", -1, ""},
		{"cut", strings.Repeat("é", 100) + strings.Repeat("z", 100), 133,
			strings.Repeat("é", 70) + "\n[... elided 100 characters ...]\n" + strings.Repeat("z", 30)},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			if got := tool.Elide(test.text, test.limit); got != test.want {
				t.Errorf("got %q, want %q", got, test.want)
			}
		})
	}
}

func TestElideNeverExceedsItsLimit(t *testing.T) {
	text := strings.Repeat("wörter und mehr ", 5000)
	for _, limit := range []int{1, 33, 34, 35, 100, 2000, tool.ModelTextLimit} {
		got := tool.Elide(text, limit)
		if n := utf8.RuneCountInString(got); n > limit || !utf8.ValidString(got) {
			t.Errorf("limit %d: %d characters, valid %v", limit, n, utf8.ValidString(got))
		}
	}
}

func ExampleElide() {
	fmt.Println(tool.Elide(strings.Repeat("head ", 10)+strings.Repeat("tail ", 10), 60))
	// Output:
	// head head head hea
	// [... elided 73 characters ...]
	// ail tail
}
