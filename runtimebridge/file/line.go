package file

import (
	"slices"
	"strings"
)

// line is one line of a file and how it ends: "\n", "\r\n", or "" for a last
// line without an end.
type line struct{ text, end string }

// splitLines takes a text apart so that joining gives the same bytes. A text
// that ends with a line end has no empty last line.
func splitLines(text string) []line {
	var lines []line
	for text != "" {
		before, after, found := strings.Cut(text, "\n")
		switch {
		case !found:
			lines = append(lines, line{text: before})
		case strings.HasSuffix(before, "\r"):
			lines = append(lines, line{strings.TrimSuffix(before, "\r"), "\r\n"})
		default:
			lines = append(lines, line{before, "\n"})
		}
		text = after
	}
	return lines
}

func joinLines(lines []line) string {
	var out strings.Builder
	for _, l := range lines {
		out.WriteString(l.text)
		out.WriteString(l.end)
	}
	return out.String()
}

// endOf is how a new line should end that comes after the first n lines: as the
// last of them that has an end, or as the first line of all.
func endOf(lines []line, n int) string {
	for _, l := range slices.Backward(lines[:n]) {
		if l.end != "" {
			return l.end
		}
	}
	if len(lines) > 0 && lines[0].end != "" {
		return lines[0].end
	}
	return "\n"
}
