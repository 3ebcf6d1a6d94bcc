package markdown_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/openprogram/openprogram-go/runtimebridge/memory/internal/markdown"
)

func TestOutline(t *testing.T) {
	tests := []struct {
		name, source string
		want         []markdown.Heading
	}{
		{"levels, lines and places", "# A\n\ntext\n### B ###\n", []markdown.Heading{
			{Level: 1, Text: "A", Start: 0, Line: 1}, {Level: 3, Text: "B", Start: 10, Line: 4},
		}},
		{"underlined", "text\n\nA\n===\n\nB\n---\n", []markdown.Heading{
			{Level: 1, Text: "A", Start: 6, Line: 3}, {Level: 2, Text: "B", Start: 13, Line: 6},
		}},
		{"underlined over two lines", "A\nB\n===\n", []markdown.Heading{{Level: 1, Text: "A B", Start: 0, Line: 1}}},
		{"not inside a fence", "```sh\n# no\n```\n~~~\n# no\n~~~\n# yes\n", []markdown.Heading{
			{Level: 1, Text: "yes", Start: 28, Line: 7},
		}},
		{"not inside an open fence", "```\n# no\n", nil},
		{"not inside a comment or indented code", "<!--\n# no\n-->\n\n    # no\n", nil},
		{"not inside a list or a quotation", "- # no\n\n> # no\n", nil},
		{"a tag is none", "#tag\n\\# no\n", nil},
		{"indented by up to three", "   # A\n", []markdown.Heading{{Level: 1, Text: "A", Start: 0, Line: 1}}},
		{"CRLF", "# A\r\n\r\nB\r\n---\r\n", []markdown.Heading{
			{Level: 1, Text: "A", Start: 0, Line: 1}, {Level: 2, Text: "B", Start: 7, Line: 3},
		}},
		{"front matter is none", "---\ntitle: x\n---\n# A\n", []markdown.Heading{{Level: 1, Text: "A", Start: 17, Line: 4}}},
		{"front matter ended by dots", "---\n# no\n...\n# A\n", []markdown.Heading{{Level: 1, Text: "A", Start: 13, Line: 4}}},
		{"front matter that does not end is a rule", "---\n# A\n", []markdown.Heading{{Level: 1, Text: "A", Start: 4, Line: 2}}},
		{"byte order mark", "\uFEFF# A\n", []markdown.Heading{{Level: 1, Text: "A", Start: 3, Line: 1}}},
		{"byte order mark and front matter", "\uFEFF---\nx: 1\n---\n# A\n", []markdown.Heading{{Level: 1, Text: "A", Start: 16, Line: 4}}},
		{"marks inside stay, invalid bytes do not", "# **A** `b` \xff\n", []markdown.Heading{{Level: 1, Text: "**A** `b` \uFFFD", Start: 0, Line: 1}}},
		{"empty heading", "#\n\ntext", []markdown.Heading{{Level: 1, Text: "", Start: 0, Line: 1}}},
		{"a list and a rule", "- a\n---\n", nil},
		{"empty", "", nil},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if diff := cmp.Diff(tt.want, markdown.Outline([]byte(tt.source))); diff != "" {
				t.Errorf("Outline(%q) (-want +got):\n%s", tt.source, diff)
			}
		})
	}
}

// A parser without a bound needs minutes and a deep stack for these.
func TestOutlineOfDeepNestingIsCheap(t *testing.T) {
	for name, source := range map[string]string{
		"quotation":       strings.Repeat(">", 512_000),
		"lists":           strings.Repeat("- ", 256_000),
		"many quotations": strings.Repeat(strings.Repeat("> ", 40)+"a\n", 6_000),
	} {
		t.Run(name, func(t *testing.T) {
			if got := markdown.Outline([]byte(source + "\n\n# A\n")); len(got) != 1 {
				t.Errorf("got %d headings, want 1", len(got))
			}
		})
	}
}

func FuzzOutline(f *testing.F) {
	for _, seed := range []string{"# A\n\nB\n---\n", "---\na: 1\n---\n#\n", "```\n# x\n", "> - # a\r\n\xff===", "\uFEFF#\t#\n"} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, source []byte) {
		at, line := -1, 0
		for _, h := range markdown.Outline(source) {
			if h.Start <= at || h.Line <= line || h.Start >= len(source) {
				t.Fatalf("heading at %d, line %d, after %d, line %d", h.Start, h.Line, at, line)
			}
			if h.Start > 0 && source[h.Start-1] != '\n' && !strings.HasPrefix(string(source), "\uFEFF") {
				t.Errorf("heading at %d does not begin a line", h.Start)
			}
			if h.Level < 1 || h.Level > 6 {
				t.Errorf("level %d", h.Level)
			}
			at, line = h.Start, h.Line
		}
	})
}
