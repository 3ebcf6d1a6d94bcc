// Package words prepares text for a full-text index that separates words at
// blanks and punctuation: what is written without blanks (Chinese, Japanese,
// Korean, Thai and their neighbours) is split beforehand into single characters
// and pairs, in the index and in a query alike.
//
// It does not stem and does not fold case: the index's tokenizer does.
package words
