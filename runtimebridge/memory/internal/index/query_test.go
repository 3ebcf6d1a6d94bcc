package index_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/openprogram/openprogram-go/runtimebridge/memory/internal/index"
)

func TestQuery(t *testing.T) {
	ix := openNew(t)
	write(t, ix,
		document("en.md", 1, "The crane stays in the harbour.", "Nothing here."),
		document("ja.md", 2, "会議は東京駅で行う。", "京都の東"),
		document("zh.md", 3, "港口起重机"),
		document("fr.md", 4, "Le café du port NEAR the quay AND more"),
		document("hi.md", 5, "हिन्दी भाषा"),
	)
	tests := []struct {
		name, query string
		want        []string
	}{
		{"a word", "crane", []string{"en.md:0"}},
		{"another form of it", "cranes staying", []string{"en.md:0"}},
		{"case and accents", "CAFE", []string{"fr.md:0"}},
		{"any of the words", "crane quay", []string{"en.md:0", "fr.md:0"}},
		{"two characters", "東京", []string{"ja.md:0"}},
		{"not the same two apart", "都東", nil},
		{"one character", "都", []string{"ja.md:1"}},
		{"a longer word", "起重机", []string{"zh.md:0"}},
		{"Hindi", "भाषा", []string{"hi.md:0"}},
		{"an operator is a word", "AND", []string{"fr.md:0"}},
		{"a function is a word", "NEAR(quay, 2)", []string{"fr.md:0"}},
		{"a column is a word", "body:crane", []string{"en.md:0"}},
		{"nothing is excluded", "crane NOT harbour", []string{"en.md:0"}},
		{"a star is nothing", "cra*", nil},
		{"an open quote", `"crane`, []string{"en.md:0"}},
		{"marks only", `"" * ( ) : ^ -`, nil},
		{"nowhere", "submarine", nil},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got := query(t, ix, tt.query)
			slices.Sort(got)
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

// Terms are quoted here too, whatever gave them.
func TestQueryQuotesTerms(t *testing.T) {
	ix := openNew(t)
	write(t, ix, document("a.md", 1, "crane harbour"))
	for _, term := range []string{`"`, `crane" OR "x`, `crane" AND body : "harbour`, "crane NOT harbour", "*", "", "\x00"} {
		if _, err := ix.Query(background, index.Query{Terms: []string{term}, Limit: 5}); err != nil {
			t.Errorf("%q: %v", term, err)
		}
	}
	if got := ask(t, ix, index.Query{Terms: []string{"nowhere OR crane"}, Limit: 5}); got != nil {
		t.Errorf("an operator inside a term took effect: %q", got)
	}
}

func TestRanking(t *testing.T) {
	ix := openNew(t)
	fill := strings.Repeat("other words of no interest ", 8)
	documents := []index.Document{
		document("body.md", 1, "crane "+fill),
		document("heading.md", 3, "text "+fill),
		document("path.md", 4, "text "+fill),
	}
	documents[1].Passages[0].Heading = "crane"
	documents[2].Passages[0].Path = "crane"
	for i := range 20 {
		documents = append(documents, document(fmt.Sprintf("other%d.md", i), 9, fill))
	}
	write(t, ix, documents...)
	want := []string{"heading.md:0", "path.md:0", "body.md:0"}
	if diff := cmp.Diff(want, query(t, ix, "crane")); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestPrefix(t *testing.T) {
	ix := openNew(t)
	write(t, ix, document("a/x.md", 1, "crane"), document("a%/x.md", 2, "crane"), document("港/x.md", 3, "crane"))
	for prefix, want := range map[string][]string{
		"a/": {"a/x.md:0"}, "a%": {"a%/x.md:0"}, "港": {"港/x.md:0"}, "b": nil,
	} {
		got := ask(t, ix, index.Query{Terms: []string{"crane"}, Limit: 10, Prefix: prefix})
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("prefix %q (-want +got):\n%s", prefix, diff)
		}
	}
}

// Words that are in very many passages must not make a query slow, nor keep
// rarer ones from being found.
func TestCommonWords(t *testing.T) {
	ix := openNew(t)
	many, winches, most := repeat("the of", 9000), repeat("winch", 9000), repeat("plentiful", 34000)
	many[0] = "the"
	many[10], many[20] = "pulley beside", "pulley of"
	many[4321] = "the of crane harbour"
	many[5432] = "the of crane"
	write(t, ix, document("many.md", 1, many...), document("winches.md", 2, winches...), document("most.md", 3, most...),
		document("last.md", 4, "the", "plentiful end", "the one with a winch among all these words", "winch of"))
	tests := []struct {
		name, query string
		limit       int
		want        []string
	}{
		{"a rare word beside common ones", "the crane of", 2, []string{"many.md:5432", "many.md:4321"}},
		{"a common word raises the rank", "pulley of", 2, []string{"many.md:20", "many.md:10"}},
		{"a rare word beside one that says nothing", "plentiful end", 1, []string{"last.md:1"}},
		{"a common word alone prefers what is recent", "the", 1, []string{"last.md:0"}},
		{"all of the words before any", "the winch", 1, []string{"last.md:2"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got := ask(t, ix, index.Query{Terms: strings.Fields(tt.query), Limit: tt.limit})
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
	got := ask(t, ix, index.Query{Terms: []string{"of", "winch"}, Limit: 20})
	if len(got) != 20 || len(slices.Compact(slices.Sorted(slices.Values(got)))) != 20 {
		t.Errorf("common words alone give %d hits, want 20 different ones: %q", len(got), got)
	}
	if got := ask(t, ix, index.Query{Terms: []string{"the"}, Limit: 3, Prefix: "many"}); len(got) != 3 {
		t.Errorf("a common word below a prefix gives %q", got)
	}
}

func repeat(text string, n int) []string {
	return slices.Repeat([]string{text}, n)
}
