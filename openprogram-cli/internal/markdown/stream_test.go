package markdown_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/openprogram/openprogram-go/openprogram-cli/internal/markdown"
)

// cases are texts and what is seen of them in a window of 30 columns.
var cases = map[string]struct{ text, want string }{
	"a paragraph":              {"one two\nthree", "one two three"},
	"wrapped":                  {"the quick brown fox jumps over the lazy dog", "the quick brown fox jumps over\nthe lazy dog"},
	"a word that fits nowhere": {strings.Repeat("x", 40), strings.Repeat("x", 30) + "\n" + strings.Repeat("x", 10)},
	"Chinese":                  {strings.Repeat("港", 20), strings.Repeat("港", 15) + "\n" + strings.Repeat("港", 5)},
	"Chinese and words":        {"the crane " + strings.Repeat("港", 11), "the crane " + strings.Repeat("港", 10) + "\n港"},
	"two paragraphs":           {"a\n\n\n\nb\n", "a\n\nb"},
	"a hard break":             {"a  \nb", "a\nb"},
	"Windows line ends":        {"a\r\n\r\nb\r\n", "a\n\nb"},
	"a heading":                {"# Big *deal*\ntext", "Big deal\ntext"},
	"an underlined heading":    {"Big\n===\ntext\n\nSmall\n---\nmore", "Big\ntext\n\nSmall\nmore"},
	"underlines nothing":       {"==\n\n--\n\na", "==\n\n--\n\na"},
	"a rule":                   {"a\n\n---\n\nb", "a\n\n" + strings.Repeat("─", 30) + "\n\nb"},
	"emphasis":                 {"**a** _b_ `c*d*` ~~e~~ \\*f\\* &amp; &#65;", "a b c*d* e *f* & A"},
	"across lines":             {"**a\nb** c", "a b c"},
	"a link":                   {"[here](http://h/p) <http://x>", "here (http://h/p) http://x"},
	"a link to itself":         {"[http://h](http://h)", "http://h"},
	"an image":                 {"![chart](c.png)", "[image] chart (c.png)"},
	"HTML":                     {"a <b>c</b>", "a <b>c</b>"},
	"a list":                   {"- a\n* b\n  - c\n1. d\n2) e", "• a\n• b\n  • c\n1. d\n2) e"},
	"a list that hangs":        {"- the quick brown fox jumps over the lazy dog\nand on", "• the quick brown fox jumps\n  over the lazy dog and on"},
	"tasks":                    {"- [ ] a\n- [x] **b**", "• ☐ a\n• ☑ b"},
	"a paragraph in an item":   {"- a\n\n  more\n\n    even\n\nout", "• a\n\n  more\n\n    even\n\nout"},
	"a quote":                  {"> a\n> b\nc", "│ a b c"},
	"code":                     {"see:\n```go\nif x {\n\treturn *y*\n}\n```\ndone", "see:\n  if x {\n      return *y*\n  }\ndone"},
	"code in an item":          {"1. do\n   ```\n   a\n     b\n   ```\n2. x", "1. do\n  a\n    b\n2. x"},
	"code with longer fences":  {"````\n```\n````\nx", "  ```\nx"},
	"code that does not end":   {"```\na", "  a"},
	"an empty code block":      {"a\n```\n```\nb", "a\nb"},
	"indented code":            {"a\n\n    x  y\n\nb", "a\n\n      x  y\n\nb"},
	"a table":                  {"| a | b |\n|---|:-:|\n| 1 | **two** |\n| 3 \\| 4 |\nx", "a      b\n──────────\n1      two\n3 | 4\nx"},
	"a table that is too wide": {
		"| aaaaaaaaaa | bbbbbbbbbb | cccccccccc |\n|---|---|---|", "| aaaaaaaaaa | bbbbbbbbbb | cc\ncccccccc |\n|---|---|---|",
	},
	"no table":      {"| a |\n| b |", "| a |\n| b |"},
	"odd marks":     {"a * b ** c _ d `e\n\n####### f", "a * b ** c _ d `e\n\n####### f"},
	"escapes":       {"a\x1b[2Jb &#27;[2J `\x07` \u202e\n\n```\n\x1b]0;x\x07\n```", `a\x1b[2Jb \x1b[2J \x07 \u202e` + "\n\n" + `  \x1b]0;x\x07`},
	"no text":       {"", ""},
	"blank lines":   {"\n\n", ""},
	"blanks before": {"\n\na", "a"},
}

// pieces cuts a text into pieces of n characters.
func pieces(text string, n int) []string {
	runes := []rune(text)
	var out []string
	for chunk := range slices.Chunk(runes, n) {
		out = append(out, string(chunk))
	}
	return out
}

func TestStream(t *testing.T) {
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			for _, size := range []int{1, 2, 7, 1000} {
				w := newWindow(30, 20)
				s := markdown.NewStream(w, w.size)
				for _, piece := range pieces(c.text, size) {
					s.Write(piece)
				}
				s.End()
				if diff := cmp.Diff(c.want, w.text()); diff != "" {
					t.Errorf("in pieces of %d (-want +got):\n%s", size, diff)
				}
				if w.column != 0 {
					t.Errorf("in pieces of %d: the cursor is at column %d", size, w.column)
				}
			}
		})
	}
}

// What is not complete is seen as it was written.
func TestWhatArrivesIsSeenAtOnce(t *testing.T) {
	w := newWindow(30, 20)
	s := markdown.NewStream(w, w.size)
	for _, step := range [][2]string{
		{"Some **bo", "Some **bo"}, {"ld** text", "Some **bold** text"}, {"\nand", "Some **bold** text\nand"},
		{" more\n\n", "Some bold text and more"}, {"- it", "Some bold text and more\n- it"},
	} {
		s.Write(step[0])
		if diff := cmp.Diff(step[1], w.text()); diff != "" {
			t.Errorf("after %q (-want +got):\n%s", step[0], diff)
		}
	}
}

func TestStyles(t *testing.T) {
	for text, want := range map[string]string{
		"**b**": "1", "*i*": "3", "`c`": "36", "[l](l)": "4", "~~s~~": "9", "~s~": "9", "~~~s~~~ x": "", "a ~ b ~~ c": "", "~~*s*~~": "3;9", "# h": "1", "# h *i*": "1 1;3", "***x***": "1;3",
		"```\ncode\n```": "36", "---": "2", "> q": "2", "[l](x)": "4 2",
	} {
		w := newWindow(30, 20)
		s := markdown.NewStream(w, w.size)
		s.Write(text)
		s.End()
		on := slices.DeleteFunc(w.codes, func(code string) bool { return code == "0" })
		if got := strings.Join(on, " "); got != want {
			t.Errorf("%q: styles %q, want %q", text, got, want)
		}
	}
}

// What has been scrolled away cannot be replaced: it stays, once, as written.
func TestABlockThatIsLongerThanTheScreen(t *testing.T) {
	var rows []string
	for range 12 {
		rows = append(rows, "**some** words in a line")
	}
	long := strings.Join(rows, "\n")
	for _, next := range []string{"\n\n**after**", "\n# after", "\n- after", "\n```\nafter\n```"} {
		w := newWindow(30, 10)
		s := markdown.NewStream(w, w.size)
		for _, piece := range pieces(long+next, 5) {
			s.Write(piece)
		}
		s.End()
		if got := strings.Count(w.text(), "some"); got != 12 {
			t.Errorf("%q: the block is seen %d times of 12:\n%s", next, got, w.text())
		}
		if got := strings.Count(w.text(), "after"); got != 1 {
			t.Errorf("%q: what follows is seen %d times:\n%s", next, got, w.text())
		}
	}
}

func TestANarrowWindow(t *testing.T) {
	for columns := range 4 {
		w := newWindow(max(columns, 1), 5)
		s := markdown.NewStream(w, func() (int, int) { return columns, 5 })
		s.Write("# a\n\n- b **c**\n\n| a | b |\n|--|--|\n\n> d 港\n\n---\n")
		s.End()
	}
}

func FuzzStream(f *testing.F) {
	for _, c := range cases {
		f.Add(c.text, 3)
	}
	f.Fuzz(func(t *testing.T, text string, size int) {
		if size < 1 || len(text) > 2000 {
			return
		}
		text = strings.ToValidUTF8(text, "?")
		whole, cut := newWindow(30, 1000), newWindow(30, 1000)
		for w, parts := range map[*window][]string{whole: {text}, cut: pieces(text, size)} {
			s := markdown.NewStream(w, w.size) // the window panics at a control character
			for _, part := range parts {
				s.Write(part)
			}
			s.End()
		}
		if diff := cmp.Diff(whole.text(), cut.text()); diff != "" {
			t.Errorf("(-whole +cut):\n%s", diff)
		}
	})
}
