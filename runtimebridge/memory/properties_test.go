package memory_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/openprogram/openprogram-go/runtimebridge/memory"
)

// A note's names and tags lead to its text, and the rest of its front matter is
// never a passage.
func TestFrontMatterIsData(t *testing.T) {
	s := newState(t)
	s.put("h.md", "\uFEFF---\r\ntitle: The quay\r\naliases: [port, 岸壁]\r\ntags:\r\n  - work/ships\r\nstatus: zzdraft\r\n---\r\n\r\n# Harbour\r\n\r\nCranes.\r\n")
	s.put("only.md", "---\naliases: Elsewhere\ntags: [zztag]\nuid: zzonly\n---\n")
	s.put("nothing.md", "---\nuid: zznothing\n---\n")
	s.put("broken.md", "---\ntitle: a: b: c\n---\nzzbody\n")
	for query, want := range map[string][]string{
		"quay":      {"h.md#Harbour:9"},
		"port":      {"h.md#Harbour:9"},
		"岸壁":        {"h.md#Harbour:9"},
		"ships":     {"h.md#Harbour:9"},
		"aliases":   nil,
		"zzdraft":   nil,
		"elsewhere": {"only.md#:1"},
		"zztag":     {"only.md#:1"},
		"zzonly":    nil,
		"zznothing": nil,
		"zzbody":    {"broken.md#:4"},
	} {
		if diff := cmp.Diff(want, s.find(query)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", query, diff)
		}
	}
	passages, err := s.Search(background, "ships", 5, "")
	must(t, err)
	if len(passages) != 1 || passages[0].Text != "# Harbour\n\nCranes." {
		t.Errorf("got %+v", passages)
	}
	passages, err = s.Search(background, "zztag", 5, "")
	must(t, err)
	if len(passages) != 1 || passages[0].Text != "Elsewhere, zztag" {
		t.Errorf("got %+v", passages)
	}
	excerpt, err := s.Get(background, memory.Selection{Path: "only.md"})
	must(t, err)
	if !strings.Contains(excerpt.Text, "uid: zzonly") {
		t.Errorf("the note is given as %q", excerpt.Text)
	}
}

// The text of a record is to stand in the middle of a note, where nothing is
// front matter: what a client says there must not hide from its owner.
func TestNothingInARecordIsFrontMatter(t *testing.T) {
	s := newState(t)
	s.update(client(), memory.Change{Path: "a.md", Text: "---\ntitle: harmless\nuid: zzhidden\n---\nrest\n"})
	if found := s.find("zzhidden"); len(found) != 1 {
		t.Errorf("found %q", found)
	}
}

// The bytes of an embedded picture are no words and fill no passages.
func TestEmbeddedPicturesAreLeftOut(t *testing.T) {
	s := newState(t)
	s.put("a.md", "before\n\n![plan](data:image/png;base64,"+strings.Repeat("aGFyYm91cg/crane/", 5000)+")\n\n# After\n\nwinch\n")
	if found := s.find("crane"); found != nil {
		t.Errorf("found %q", found)
	}
	if diff := cmp.Diff([]string{"a.md#After:5"}, s.find("winch")); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	passages, err := s.Search(background, "plan before", 5, "")
	must(t, err)
	if len(passages) != 1 || passages[0].Text != "before\n\n![plan](data:image/png;base64,…)" {
		t.Errorf("got %+v", passages)
	}
}
