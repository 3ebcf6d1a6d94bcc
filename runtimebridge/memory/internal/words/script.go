package words

import "unicode"

// unspaced are the scripts that are written without blanks between words, or,
// like Korean, with particles glued to them.
var unspaced = []*unicode.RangeTable{
	unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Hangul, unicode.Bopomofo, unicode.Yi,
	unicode.Thai, unicode.Lao, unicode.Khmer, unicode.Myanmar,
}

// longVowel is the mark in ラーメン. It belongs to no script of its own.
const longVowel = 'ー'

// firstUnspaced is the first character of the unspaced scripts, U+0E01 THAI
// CHARACTER KO KAI: everything below is quickly told apart.
const firstUnspaced = 0x0E01

func isUnspaced(r rune) bool {
	return r >= firstUnspaced && (r == longVowel || unicode.In(r, unspaced...)) && isWord(r)
}

// isWord reports what the tokenizer keeps: letters, marks, digits and private
// characters.
func isWord(r rune) bool {
	return unicode.In(r, unicode.L, unicode.M, unicode.N, unicode.Co)
}

// isAccent reports a combining accent, which counts for nothing: e with an
// accent is found by e.
func isAccent(r rune) bool { return r >= 0x0300 && r <= 0x036F }
