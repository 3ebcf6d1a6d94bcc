package mcpserver

import (
	"bufio"
	"errors"
	"io"
	"strings"
)

const readBufferBytes = 64 << 10

// errLineTooLong reports a line over the bound. All of it has been read and
// thrown away; the next line can be read.
var errLineTooLong = errors.New("line is too long")

const byteOrderMark = "\ufeff"

// lineReader splits a stream into lines and holds at most one of them.
type lineReader struct {
	in  *bufio.Reader
	max int // bytes of a line, its end not counted
}

func newLineReader(in io.Reader, max int) *lineReader {
	return &lineReader{in: bufio.NewReaderSize(in, readBufferBytes), max: max}
}

// next gives the next line that is not blank, without its end, the blanks around
// it and a byte order mark before it. The last line needs no end. The line
// belongs to the caller and holds little more memory than its length. The error
// is errLineTooLong, after which next may be called again, or that of the stream.
func (r *lineReader) next() (string, error) {
	for {
		whole, err := r.line()
		if errors.Is(err, errLineTooLong) {
			return "", err
		}
		line := strings.Trim(strings.TrimPrefix(whole, byteOrderMark), " \t\r\n")
		if len(line) > 0 && (err == nil || errors.Is(err, io.EOF)) {
			if len(line) < len(whole)/2 {
				line = strings.Clone(line)
			}
			return line, nil // the stream repeats its EOF
		}
		if err != nil {
			return "", err
		}
	}
}

// line reads up to the next line feed.
func (r *lineReader) line() (string, error) {
	long := &strings.Builder{} // what does not fit the read buffer
	for tooLong := false; ; {
		piece, err := r.in.ReadSlice('\n')
		more := errors.Is(err, bufio.ErrBufferFull)
		if !more && !tooLong && long.Len() == 0 {
			return r.bounded(string(piece), err)
		}
		if tooLong = tooLong || long.Len()+len(piece) > r.max+len("\r\n"); tooLong {
			long = &strings.Builder{}
		} else {
			long = r.lengthen(long, piece)
		}
		switch {
		case more:
		case tooLong:
			return "", errLineTooLong
		default:
			return r.bounded(compact(long), err)
		}
	}
}

func (r *lineReader) bounded(line string, err error) (string, error) {
	if len(strings.TrimRight(line, "\r\n")) > r.max {
		return "", errLineTooLong
	}
	return line, err
}

// lengthen appends a piece to a line. Room is made in few large steps, so that
// little is left behind for the garbage collector.
func (r *lineReader) lengthen(line *strings.Builder, piece []byte) *strings.Builder {
	if need := line.Len() + len(piece); need > line.Cap() {
		larger := &strings.Builder{}
		larger.Grow(max(need, min(4*need, r.max+len("\r\n"))))
		larger.WriteString(line.String())
		line = larger
	}
	line.Write(piece)
	return line
}

// compact gives the whole line without the room that it did not need.
func compact(line *strings.Builder) string {
	if line.Len() < line.Cap()/2 {
		return strings.Clone(line.String())
	}
	return line.String()
}
