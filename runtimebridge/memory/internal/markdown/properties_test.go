package markdown_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/openprogram/openprogram-go/runtimebridge/memory/internal/markdown"
)

func TestPropertiesOf(t *testing.T) {
	long := strings.Repeat("x: "+strings.Repeat("y", 100)+"\n", 200)
	for _, tt := range []struct {
		name, text  string
		names, tags []string
	}{
		{"lists", "---\ntitle: The harbour\naliases: [port, 港]\ntags:\n  - '#work/quay'\n  - 2026\n---\nx\n", []string{"The harbour", "port", "港"}, []string{"work/quay", "2026"}},
		{"texts", "---\nalias: port, haven\ntag: a, b\n---\n", []string{"port", "haven"}, []string{"a", "b"}},
		{"keys of another case", "---\nTitle: A, B\nTAGS: [c]\n---\n", []string{"A, B"}, []string{"c"}},
		{"nothing of these", "---\ncssclass: wide\ndate: 2026-01-02\n---\n", nil, nil},
		{"empty ones", "---\ntitle:\naliases: []\ntags: [null, '']\n---\n", nil, nil},
		{"of another form", "---\ntitle: {a: b}\naliases: [[x], {y: z}]\n---\n", []string{"x"}, nil},
		{"no YAML", "---\ntitle: a: b\n---\n", nil, nil},
		{"a list", "---\n- title\n---\n", nil, nil},
		{"an empty block", "---\n---\n", nil, nil},
		{"lines of two", "---\ntitle: |\n  a\n  b\n---\n", []string{"a b"}, nil},
		{"none", "# A\n---\ntitle: x\n---\n", nil, nil},
		{"not ended", "---\ntitle: x\n", nil, nil},
		{"too much", "---\ntitle: x\n" + long + "---\n", nil, nil},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got := markdown.PropertiesOf(tt.text)
			if diff := cmp.Diff(markdown.Properties{Names: tt.names, Tags: tt.tags}, got); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
	many := markdown.PropertiesOf("---\naliases: [" + strings.Repeat("a, ", 3000) + "]\n---\n")
	if len(many.Names) != 64 {
		t.Errorf("%d names", len(many.Names))
	}
}

// Lists within lists within lists, and references to references, end soon.
func TestPropertiesOfOddYAML(t *testing.T) {
	for _, block := range []string{
		"aliases: " + strings.Repeat("[", 5000) + strings.Repeat("]", 5000),
		"a: &a [x,x,x,x,x,x,x,x]\nb: &b [*a,*a,*a,*a,*a,*a]\nc: &c [*b,*b,*b,*b,*b]\naliases: [*c,*c,*c,*c]",
		"aliases: &a [*a]",
	} {
		markdown.PropertiesOf("---\n" + block + "\n---\n")
	}
}

func FuzzPropertiesOf(f *testing.F) {
	f.Add("---\ntitle: x\naliases: [a, b]\ntags: c d\n---\n")
	f.Add("---\n&a : *a\n---\n")
	f.Fuzz(func(t *testing.T, text string) {
		p := markdown.PropertiesOf(markdown.Text([]byte(text)))
		for _, name := range append(p.Names, p.Tags...) {
			if strings.ContainsAny(name, "\n") {
				t.Errorf("%q", name)
			}
		}
	})
}

func TestNotePassages(t *testing.T) {
	for _, tt := range []struct {
		name, text string
		want       []markdown.Passage
	}{
		{"front matter is no passage", "---\ntags: [x]\n---\n\nintro\n# A\n", []markdown.Passage{
			{Line: 5, Text: "intro"}, {Heading: "A", Trail: "A", Line: 6, Text: "# A"},
		}},
		{"nothing else", "---\ntags: [x]\n---\n\n", nil},
		{"a rule is none", "---\nA\n", []markdown.Passage{{Line: 1, Text: "---\nA"}}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if diff := cmp.Diff(tt.want, markdown.NotePassages(tt.text)); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

func TestWithoutData(t *testing.T) {
	data := strings.Repeat("iVBORw0KGgo/+", 400) + "=="
	got := markdown.WithoutData("a\n![x](data:image/png;base64," + data + ")\nb ;base64,short\n")
	if want := "a\n![x](data:image/png;base64,…)\nb ;base64,short\n"; got != want {
		t.Errorf("got %q", got)
	}
}
