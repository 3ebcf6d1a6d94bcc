package main

import (
	"io/fs"
	"path"
	"regexp"
	"strings"
	"unicode"
)

var inlineLink = regexp.MustCompile(`\]\(([^)\s]+)\)`)

// links checks the links of one document that lead into the project.
func links(root fs.FS, document, text string) []string {
	var faults []string
	for _, found := range inlineLink.FindAllStringSubmatch(withoutCode(text), -1) {
		target, heading, _ := strings.Cut(found[1], "#")
		if strings.Contains(target, "://") || strings.HasPrefix(target, "mailto:") {
			continue
		}
		file := document
		if target != "" {
			file = path.Join(path.Dir(document), target)
		}
		info, err := fs.Stat(root, file)
		if err != nil {
			faults = append(faults, "the link to "+found[1]+" leads nowhere")
			continue
		}
		if heading == "" || info.IsDir() {
			continue
		}
		linked, err := fs.ReadFile(root, file)
		if err != nil || !hasHeading(string(linked), heading) {
			faults = append(faults, "the link to "+found[1]+" finds no such heading")
		}
	}
	return faults
}

// withoutCode takes out fenced code and inline code, in which brackets are no
// links.
func withoutCode(text string) string {
	var b strings.Builder
	fenced := false
	for line := range strings.Lines(text) {
		if strings.HasPrefix(strings.TrimSpace(line), "```") {
			fenced = !fenced
			continue
		}
		if !fenced {
			b.WriteString(inlineCode.ReplaceAllString(line, ""))
		}
	}
	return b.String()
}

var inlineCode = regexp.MustCompile("`[^`]*`")

// hasHeading looks for a heading by the anchor that hosts of Markdown give it.
func hasHeading(text, anchor string) bool {
	for line := range strings.Lines(text) {
		if heading := strings.TrimLeft(line, "#"); heading != line && anchorOf(heading) == anchor {
			return true
		}
	}
	return false
}

func anchorOf(heading string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r == ' ':
			return '-'
		case r == '-' || r == '_' || unicode.IsLetter(r) || unicode.IsDigit(r):
			return unicode.ToLower(r)
		}
		return -1
	}, strings.TrimSpace(heading))
}
