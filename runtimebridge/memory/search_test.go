package memory_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/openprogram/openprogram-go/runtimebridge/memory"
)

func TestSearch(t *testing.T) {
	s := newState(t)
	s.put("projects/harbour.md", "\uFEFF---\ntags: [port]\n---\n# Harbour\n\n## Decisions\n\nThe crane stays.\n\n```sh\n# not a heading: winch\n```\n")
	s.put("日記/四月.md", "# 東京\n\n会議は新宿駅で行う。\n")
	s.put("cafe\u0301.markdown", "Le cafe\u0301 du port.\r\n\r\n# Menu\r\n\r\nTarte.\r\n")
	s.put("broken.md", "before \xff\xfe after")
	s.put("query.md", `AND OR NOT NEAR( "quoted" * ^ col:value`)
	tests := []struct {
		name, query string
		want        []string
	}{
		{"under its heading", "crane", []string{"projects/harbour.md#Decisions:6"}},
		{"a heading inside a fence is none", "winch", []string{"projects/harbour.md#Decisions:6"}},
		{"by the path", "harbour crane", []string{"projects/harbour.md#Decisions:6", "projects/harbour.md#Harbour:4"}},
		{"the keys of front matter are no text", "tags", nil},
		{"two characters", "新宿", []string{"日記/四月.md#東京:1"}},
		{"two characters of a heading", "東京", []string{"日記/四月.md#東京:1"}},
		{"two characters of a path", "四月", []string{"日記/四月.md#東京:1"}},
		{"composed or not", "café tarte", []string{"cafe\u0301.markdown#Menu:3", "cafe\u0301.markdown#:1"}},
		{"around invalid bytes", "before after", []string{"broken.md#:1"}},
		{"operators", "AND", []string{"query.md#:1"}},
		{"an open quote", `"quoted`, []string{"query.md#:1"}},
		{"a function", "NEAR(", []string{"query.md#:1"}},
		{"a column filter", "col:value", []string{"query.md#:1"}},
		{"exclusion is no operator", "crane -stays NOT decisions", []string{"projects/harbour.md#Decisions:6", "query.md#:1"}},
		{"marks only", `* ^ " ( ) { } + - :`, nil},
		{"blank", " ", nil},
		{"NUL", "\x00", nil},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if diff := cmp.Diff(tt.want, s.find(tt.query)); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

func TestSearchBelowAPrefix(t *testing.T) {
	s := newState(t)
	s.put("a/x.md", "crane")
	s.put("b/x.md", "crane")
	s.put("Cafe\u0301/x.md", "crane")
	for prefix, want := range map[string][]string{
		"a/": {"a/x.md#:1"}, "./b": {"b/x.md#:1"}, "/b/x.md": {"b/x.md#:1"}, "Café": {"Cafe\u0301/x.md#:1"}, "c": nil,
	} {
		passages, err := s.Search(background, "crane", 5, prefix)
		must(t, err)
		if diff := cmp.Diff(want, places(passages)); diff != "" {
			t.Errorf("%q (-want +got):\n%s", prefix, diff)
		}
	}
}

func TestSearchGivesAsManyAsAsked(t *testing.T) {
	s := newState(t)
	for _, name := range []string{"a.md", "b.md", "c.md"} {
		s.put(name, "crane")
	}
	for topK, want := range map[int]int{-1: 1, 1: 1, 2: 2, 50: 3} {
		passages, err := s.Search(background, "crane", topK, "")
		must(t, err)
		if len(passages) != want {
			t.Errorf("%d asked, %d found", topK, len(passages))
		}
	}
}

func TestOnlySoMuchOfARecordIsSearched(t *testing.T) {
	s := newState(t)
	s.update(client(), memory.Change{Path: "a.md", Text: "first\n" + strings.Repeat("# x\n", 1000) + "last\n"})
	if found := s.find("first"); len(found) != 1 {
		t.Errorf("the first passage: %q", found)
	}
	if found := s.find("last"); len(found) != 0 {
		t.Errorf("the passage after a thousand: %q", found)
	}
}

func TestSearchGivesTheTextOfAPassage(t *testing.T) {
	s := newState(t)
	s.put("a.md", "# One\r\n\r\ncrane \xff\r\n\r\n# Two\r\n")
	passages, err := s.Search(background, "crane", 5, "")
	must(t, err)
	if len(passages) != 1 || passages[0].Text != "# One\n\ncrane \uFFFD" {
		t.Errorf("got %+v", passages)
	}
}

func FuzzSearch(f *testing.F) {
	for _, seed := range []string{`"crane" OR *`, "東京 NEAR(", "a\x00b", "col : x ^", "'; DROP TABLE note; --"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, query string) {
		s := newState(t)
		s.put("a.md", "crane 東京")
		if _, err := s.Search(background, query, 5, query); err != nil {
			t.Errorf("%q: %v", query, err)
		}
		if found := s.find("crane"); len(found) != 1 {
			t.Errorf("after %q: %q", query, found)
		}
	})
}
