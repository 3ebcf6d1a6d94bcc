package markdown_test

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
	"github.com/openprogram/openprogram-go/runtimebridge/memory/internal/markdown"
)

func TestPassages(t *testing.T) {
	tests := []struct {
		name, text string
		want       []markdown.Passage
	}{
		{"a section each", "intro\n\n# A\n\none\n\n## B\ntwo\n# C\n", []markdown.Passage{
			{Line: 1, Text: "intro"},
			{Heading: "A", Trail: "A", Line: 3, Text: "# A\n\none"},
			{Heading: "B", Trail: "A\nB", Line: 7, Text: "## B\ntwo"},
			{Heading: "C", Trail: "C", Line: 9, Text: "# C"},
		}},
		{"front matter is searched", "---\ntags: [x]\n---\n# A\n", []markdown.Passage{
			{Line: 1, Text: "---\ntags: [x]\n---"}, {Heading: "A", Trail: "A", Line: 4, Text: "# A"},
		}},
		{"blank lines are skipped and counted", "\n \n\nword\n", []markdown.Passage{{Line: 4, Text: "word"}}},
		{"blank", " \n\t\n", nil},
		{"empty", "", nil},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if diff := cmp.Diff(tt.want, markdown.Passages(tt.text)); diff != "" {
				t.Errorf("Passages(%q) (-want +got):\n%s", tt.text, diff)
			}
		})
	}
}

func TestLongPassagesAreCut(t *testing.T) {
	paragraph := strings.Repeat("word ", 240) + "end"
	tests := []struct {
		name, text string
		lines      []int  // of the pieces
		ends       string // of the first piece
	}{
		{"after a paragraph", paragraph + "\n\n" + paragraph, []int{1, 3}, "end"},
		{"after a line", paragraph + "\n" + paragraph, []int{1, 2}, "end"},
		{"after a sentence", strings.Repeat("港", 500) + "。" + strings.Repeat("港", 300), []int{1, 1}, "。"},
		{"after a word", strings.Repeat("words ", 400), []int{1, 1}, " words"},
		{"between characters", strings.Repeat("港", 1000), []int{1, 1}, "港"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var lines []int
			passages := markdown.Passages(tt.text)
			for _, p := range passages {
				lines = append(lines, p.Line)
			}
			if diff := cmp.Diff(tt.lines, lines); diff != "" {
				t.Fatalf("lines (-want +got):\n%s", diff)
			}
			if !strings.HasSuffix(passages[0].Text, tt.ends) {
				t.Errorf("the first piece ends in %q, want %q", passages[0].Text[len(passages[0].Text)-12:], tt.ends)
			}
		})
	}
}

// The time must not grow with the square of a line's length.
func TestHugeLines(t *testing.T) {
	for name, line := range map[string]string{"word": "x", "blanks": " ", "line ends": "\n", "lines": "x\n"} {
		t.Run(name, func(t *testing.T) {
			passages := markdown.Passages(strings.Repeat(line, 4<<20/len(line)) + "end")
			if last := passages[len(passages)-1]; !strings.HasSuffix(last.Text, "end") {
				t.Errorf("the last of %d passages ends in %q", len(passages), last.Text[max(len(last.Text)-10, 0):])
			}
		})
	}
}

// A long heading must not be stored once more for each of its subsections.
func TestLongHeadingsAreClipped(t *testing.T) {
	passages := markdown.Passages("# " + strings.Repeat("港", 1000) + "\n## B\n")
	last := passages[len(passages)-1]
	if !utf8.ValidString(last.Trail) || len(last.Trail) > 220 {
		t.Errorf("trail of %d bytes", len(last.Trail))
	}
}

func FuzzPassages(f *testing.F) {
	for _, seed := range []string{"# A\n\none\n\n## B\ntwo\n", "\n \n" + strings.Repeat("港", 900), "---\n\n---\nx"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, raw string) {
		text := markdown.Text([]byte(raw))
		lines := strings.Split(text, "\n")
		rest := text
		for _, p := range markdown.Passages(text) {
			i := strings.Index(rest, p.Text)
			if i < 0 || strings.TrimSpace(rest[:i]) != "" {
				t.Fatalf("passage %q does not follow in order, or text between was lost: %q", p.Text, rest[:max(i, 0)])
			}
			rest = rest[i+len(p.Text):]
			first, _, _ := strings.Cut(p.Text, "\n")
			if !strings.Contains(lines[p.Line-1], first) {
				t.Errorf("line %d is %q, want %q in it", p.Line, lines[p.Line-1], first)
			}
			if len(p.Text) > 2000 || !utf8.ValidString(p.Text) {
				t.Errorf("passage of %d bytes", len(p.Text))
			}
		}
		if strings.TrimSpace(rest) != "" {
			t.Errorf("text was lost: %q", rest)
		}
	})
}
