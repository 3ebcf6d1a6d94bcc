package cli

import (
	"errors"
	"io"
	"os"
	"time"
	"unicode/utf8"
)

var (
	errPipedSize = errors.New("standard input holds more than 1 MiB")
	errPipedText = errors.New("standard input is not UTF-8 text")
)

const maxPiped = 1 << 20

// pipedWait is how long an open pipe may stay silent. Programs that start this
// one often leave theirs open without ever writing to it.
const pipedWait = 3 * time.Second

// pipedText is what a file or another program gives on standard input, "" for a
// terminal and for a pipe in which nothing is.
func (p *program) pipedText() (string, error) {
	info, err := p.stdin.Stat()
	if err != nil || info.Mode()&os.ModeCharDevice != 0 {
		return "", nil
	}
	if !info.Mode().IsRegular() && !readable(p.stdin, pipedWait) {
		p.notef("[nothing came on standard input, going on without it]\n")
		return "", nil
	}
	data, err := io.ReadAll(io.LimitReader(p.stdin, maxPiped+1))
	switch {
	case err != nil:
		return "", nil // closed, or a directory: nothing is there
	case len(data) > maxPiped:
		return "", errPipedSize
	case !utf8.Valid(data):
		return "", errPipedText
	}
	return string(data), nil
}
