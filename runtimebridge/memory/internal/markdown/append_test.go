package markdown_test

import (
	"bytes"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/openprogram/openprogram-go/runtimebridge/memory/internal/markdown"
)

func TestAppend(t *testing.T) {
	tests := []struct{ name, source, heading, text, want string }{
		{"to an empty note", "", "", "new", "new\n"},
		{"to the end", "old\n", "", "new", "old\n\nnew\n"},
		{"without a final line end", "old", "", "new", "old\n\nnew\n"},
		{"after a blank line", "old\n\n", "", "new", "old\n\nnew\n"},
		{"after several", "old\n\n\n", "", "new", "old\n\n\nnew\n"},
		{"CRLF is kept", "old\r\n", "", "a\nb", "old\r\n\r\na\r\nb\r\n"},
		{"CRLF becomes LF", "old\n", "", "a\r\nb\rc", "old\n\na\nb\nc\n"},
		{"blank lines around the text go", "old\n", "", "\n \n  new\n\n", "old\n\n  new\n"},
		{"a byte order mark alone", "\uFEFF", "", "new", "\uFEFFnew\n"},
		{"to a section", "# A\n\none\n\n# B\n\ntwo\n", "A", "new", "# A\n\none\n\nnew\n\n# B\n\ntwo\n"},
		{"to a section with subsections", "# A\n## B\nx\n# C\n", "A", "new", "# A\n## B\nx\n\nnew\n# C\n"},
		{"to a section without text", "# A\n# B\n", "A", "new", "# A\n\nnew\n# B\n"},
		{"to the last section", "# A\n\none", "A", "new", "# A\n\none\n\nnew\n"},
		{"to a section, CRLF", "# A\r\none\r\n\r\n# B\r\n", "A", "x\ny", "# A\r\none\r\n\r\nx\r\ny\r\n\r\n# B\r\n"},
		{"case, blanks and marks of the heading", "# One  two\n# B\n", "## one TWO", "new", "# One  two\n\nnew\n# B\n"},
		{"exact before alike", "# a\n# A\n# B\n", "A", "new", "# a\n# A\n\nnew\n# B\n"},
		{"a new section", "old\n", "Decisions", "new", "old\n\n## Decisions\n\nnew\n"},
		{"a new section of a new note", "", "### Decisions", "new", "## Decisions\n\nnew\n"},
		{"no section inside a fence", "```\n# A\n```\n", "A", "new", "```\n# A\n```\n\n## A\n\nnew\n"},
		{"after front matter", "---\nA: 1\n---\n", "", "new", "---\nA: 1\n---\n\nnew\n"},
		{"invalid bytes stay", "\xff\n# A\n\xfe\n# B\n", "A", "new", "\xff\n# A\n\xfe\n\nnew\n# B\n"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got := markdown.Append([]byte(tt.source), tt.heading, tt.text)
			if diff := cmp.Diff(tt.want, string(got)); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

func FuzzAppend(f *testing.F) {
	f.Add([]byte("# A\r\n\r\nx\r\n# B"), "A", "new\n")
	f.Add([]byte("---\nA\n---\n"), "", " \n")
	f.Fuzz(func(t *testing.T, source []byte, heading, text string) {
		got := markdown.Append(bytes.Clone(source), heading, text)
		added := len(got) - len(source)
		if added < 0 {
			t.Fatal("the note became shorter")
		}
		if !insertedInto(source, got, added) {
			t.Errorf("Append(%q, %q, %q) = %q changes what was there", source, heading, text, got)
		}
		if words := strings.Fields(text); len(words) > 0 && !bytes.Contains(got, []byte(words[0])) {
			t.Errorf("Append(%q, %q, %q) = %q lacks the text", source, heading, text, got)
		}
	})
}

// insertedInto reports whether got is source with some bytes put in at one place.
func insertedInto(source, got []byte, added int) bool {
	same := 0
	for same < len(source) && source[same] == got[same] {
		same++
	}
	return bytes.Equal(source[same:], got[same+added:])
}
