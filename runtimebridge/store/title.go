package store

import (
	"regexp"
	"strings"
	"sync"
	"unicode"
)

const (
	titleLength   = 50   // characters, without the ellipsis
	titleWindow   = 4096 // bytes of a line that are looked at
	titleEllipsis = "…"
)

// attachmentMarker is how a prompt mentions a file that came with it.
var attachmentMarker = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`(?i)\[(?:attachment|file|image)(?::[^\]]*)?\]`)
})

// Title is the title of a session whose first user message is text: its first
// line that says something, without markers of attachments such as [image: x.png],
// cut to 50 characters. It is empty when no line does.
func Title(text string) string {
	for line := range strings.Lines(text) {
		if len(line) > titleWindow {
			line = strings.ToValidUTF8(line[:titleWindow], "")
		}
		if title := CleanTitle(attachmentMarker().ReplaceAllString(line, " ")); title != "" {
			return shorten(title)
		}
	}
	return ""
}

// CleanTitle makes a title one line of visible text: control characters and runs
// of blanks become one blank, what is not UTF-8 becomes U+FFFD.
func CleanTitle(title string) string {
	title = strings.Map(func(r rune) rune {
		if unicode.IsControl(r) || r == '\u2028' || r == '\u2029' {
			return ' '
		}
		return r
	}, strings.ToValidUTF8(title, "\uFFFD"))
	return strings.Join(strings.Fields(title), " ")
}

func shorten(title string) string {
	runes := []rune(title)
	if len(runes) <= titleLength {
		return title
	}
	return strings.TrimSpace(string(runes[:titleLength])) + titleEllipsis
}
