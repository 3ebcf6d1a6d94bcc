package recall

import (
	"strconv"
	"strings"

	"github.com/openprogram/openprogram-go/runtimebridge/provider"
)

// The fixed parts of an answer.
const (
	noSearch = "I answer from the notes in memory only, and searching the memory is not available here. " +
		"Set provider.kind to use a language model."
	failed  = "I could not search the memory: "
	nothing = "I found nothing about this in the memory."
	found   = "This is what the memory says:"
)

// maxPassage is how many characters of one passage are shown.
const maxPassage = 600

// answer says what a search has found.
func answer(result provider.Message) string {
	if result.IsError {
		return failed + result.Text
	}
	passages := parse(result.Text)
	if len(passages) == 0 {
		return nothing
	}
	var out strings.Builder
	out.WriteString(found)
	for i, p := range passages {
		out.WriteString("\n\n" + strconv.Itoa(i+1) + ". " + p.place() + "\n" + quote(p.text))
	}
	return out.String()
}

// quote sets a passage off from the words around it.
func quote(text string) string {
	if runes := []rune(text); len(runes) > maxPassage {
		text = strings.TrimSpace(string(runes[:maxPassage])) + " …"
	}
	return "> " + strings.ReplaceAll(text, "\n", "\n> ")
}
