package tool

import (
	"errors"
	"strings"

	"github.com/openprogram/openprogram-go/runtimebridge"
)

const (
	maxTextBytes  = 4 << 20 // all the text of one result
	maxImageBytes = 5 << 20 // one image, decoded: what the providers take at most
)

var (
	errForeignContent = errors.New("tool: a block is neither text nor image")
	errBadImage       = errors.New("tool: an image is not what it says")
	errTooMuch        = errors.New("tool: the result is too large")
)

// checkContent looks at what a tool gave back before anybody stores or sends
// it: one bad image in a history makes a provider refuse every later request.
// Bytes of a text that are not UTF-8 are replaced by U+FFFD, because the rest
// of the text (a program's output, mostly) is still worth reading. Whatever
// else is wrong is an error; nothing is turned into a string.
func checkContent(blocks []runtimebridge.Content) ([]runtimebridge.Content, error) {
	out := make([]runtimebridge.Content, 0, len(blocks))
	text := 0
	for _, block := range blocks {
		switch b := block.(type) {
		case runtimebridge.Text:
			text += len(b.Text)
			if text > maxTextBytes {
				return nil, errTooMuch
			}
			out = append(out, runtimebridge.Text{Text: strings.ToValidUTF8(b.Text, "\uFFFD")})
		case runtimebridge.Image:
			if err := checkImage(b); err != nil {
				return nil, err
			}
			out = append(out, b)
		default:
			return nil, errForeignContent
		}
	}
	return out, nil
}

// contentBytes is the size of a result for the audit log.
func contentBytes(blocks []runtimebridge.Content) int {
	n := 0
	for _, block := range blocks {
		switch b := block.(type) {
		case runtimebridge.Text:
			n += len(b.Text)
		case runtimebridge.Image:
			n += len(b.Data)
		}
	}
	return n
}
