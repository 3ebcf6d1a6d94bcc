package words_test

import (
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
	"github.com/openprogram/openprogram-go/runtimebridge/memory/internal/words"
)

func TestSplit(t *testing.T) {
	tests := []struct{ name, text, want string }{
		{"plain text is left alone", "The crane, v1.2 (stays).", "The crane, v1.2 (stays)."},
		{"accents within characters are left to the tokenizer", "café Größe", "café Größe"},
		{"an accent of its own joins its letter", "cafe\u0301", "café"},
		{"an accent that joins nothing is dropped", "q\u0302", "q"},
		{"two characters are two characters and a pair", "東京", " 東 東京 京 "},
		{"runs end where the script ends", "v東京tower", "v 東 東京 京 tower"},
		{"punctuation ends a run", "港。crane", " 港 。crane"},
		{"kana with a long vowel", "ラー", " ラ ラー ー "},
		{"half width kana", "ﾗｰ", " ラ ラー ー "},
		{"Korean in parts", norm("서울"), " 서 서울 울 "},
		{"full width letters", "ＡＢ１", "AB1"},
		{"Thai", "กา", " ก กา า "},
		{"empty", "", ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if diff := cmp.Diff(tt.want, words.Split(tt.text)); diff != "" {
				t.Errorf("Split(%q) (-want +got):\n%s", tt.text, diff)
			}
		})
	}
}

func TestTerms(t *testing.T) {
	tests := []struct {
		name, query string
		want        []string
	}{
		{"words in order, each once", "crane harbour Crane", []string{"crane", "harbour"}},
		{"operators are words", `a AND (b OR "c") NOT d`, []string{"a", "AND", "b", "OR", "c", "NOT", "d"}},
		{"syntax falls away", `NEAR(x* ^y, 5) -z col:w {q}+`, []string{"NEAR", "x", "y", "5", "z", "col", "w", "q"}},
		{"pairs of unspaced script", "東京都 x", []string{"東京", "京都", "x"}},
		{"a lone character", "港 crane", []string{"港", "crane"}},
		{"Hindi keeps its vowel signs", "हिन्दी भाषा", []string{"हिन्दी", "भाषा"}},
		{"nothing but marks", `"*" -- ;`, nil},
		{"invalid UTF-8 separates", "a\xffb", []string{"a", "b"}},
		{"NUL separates", "a\x00b", []string{"a", "b"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if diff := cmp.Diff(tt.want, words.Terms(tt.query, 24)); diff != "" {
				t.Errorf("Terms(%q) (-want +got):\n%s", tt.query, diff)
			}
		})
	}
}

func TestTermsAreLimited(t *testing.T) {
	if got := words.Terms(strings.Repeat("東京大阪 ", 3)+"a b c d e f", 5); len(got) != 5 {
		t.Errorf("got %d terms, want 5: %q", len(got), got)
	}
}

func FuzzTerms(f *testing.F) {
	for _, seed := range []string{`"a" OR b*`, "東京 ﾗｰ", "e\u0301 \xff\x00", "हिन्दी กา"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, query string) {
		terms := words.Terms(query, 8)
		if len(terms) > 8 {
			t.Fatalf("%d terms", len(terms))
		}
		split := words.Split(strings.ToValidUTF8(query, " "))
		for _, term := range terms {
			if term == "" || !utf8.ValidString(term) || strings.ContainsFunc(term, isNoWord) {
				t.Errorf("Terms(%q) gives %q, which is not a word", query, term)
			}
			if !strings.Contains(split, term) {
				t.Errorf("term %q of a text is not in what the index sees of it: %q", term, split)
			}
		}
	})
}

func isNoWord(r rune) bool { return !unicode.In(r, unicode.L, unicode.M, unicode.N, unicode.Co) }

// norm takes Hangul syllables apart, as file systems do.
func norm(s string) string {
	return strings.NewReplacer("서", "\u1109\u1165", "울", "\u110B\u116E\u11AF").Replace(s)
}
