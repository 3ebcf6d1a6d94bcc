package file

import (
	"context"
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/openprogram/openprogram-go/runtimebridge"
)

const (
	readLines     = 2000    // lines shown when no limit is given
	readLineLimit = 2000    // characters of a line
	readTotal     = 200_000 // characters of all of them
)

const readDescription = "Reads a text file. The answer starts with the range of lines and their total; each line has its number, a tab and its text. " +
	"Use offset and limit for a long file."

const readSchema = `{"type":"object","additionalProperties":false,"required":["file_path"],"properties":{
"file_path":{"type":"string","minLength":1,"pattern":"\\S","description":"The file, absolute or relative to the working directory."},
"offset":{"type":"integer","minimum":1,"maximum":1000000000,"default":1,"description":"The first line to show, counted from 1."},
"limit":{"type":"integer","minimum":1,"maximum":1000000000,"default":2000,"description":"How many lines to show."}}}`

func (w *workspace) readTool() *fileTool {
	return &fileTool{spec: spec("read", readDescription, readSchema, true), paths: pathIn("file_path"), run: w.read}
}

func (w *workspace) read(_ context.Context, in runtimebridge.Invocation) (string, error) {
	p, err := w.locate(in.Arguments.String("file_path"))
	if err != nil {
		return "", err
	}
	defer p.close()
	s, err := p.snapshot()
	if err != nil {
		return "", err
	}
	text, err := s.text()
	if err != nil {
		return "", err
	}
	shown, err := numbered(splitLines(strings.TrimPrefix(text, byteOrderMark)), in.Arguments.Int("offset", 1), in.Arguments.Int("limit", readLines))
	if err != nil {
		return "", err
	}
	w.seen.remember(in, p.abs, s.fingerprint())
	return shown, nil
}

// numbered shows limit lines from the offset-th on, fewer when they are long.
func numbered(lines []line, offset, limit int) (string, error) {
	if len(lines) == 0 {
		return "lines 0-0 of 0\n", nil
	}
	if offset > len(lines) {
		return "", failf("the file has %d lines", len(lines))
	}
	last := min(len(lines), offset-1+limit)
	var out strings.Builder
	size, n := 0, offset-1
	for ; n < last; n++ {
		text := cutRunes(strings.ToValidUTF8(lines[n].text, "\uFFFD"), readLineLimit)
		size += utf8.RuneCountInString(text)
		if size > readTotal {
			break
		}
		fmt.Fprintf(&out, "%6d\t%s\n", n+1, text)
	}
	return fmt.Sprintf("lines %d-%d of %d\n", offset, n, len(lines)) + out.String(), nil
}

// cutRunes shortens a text to n characters and says so.
func cutRunes(text string, n int) string {
	if utf8.RuneCountInString(text) <= n {
		return text
	}
	return string([]rune(text)[:n]) + " [line cut]"
}
