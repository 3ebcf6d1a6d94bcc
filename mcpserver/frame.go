package mcpserver

import (
	"bufio"
	"bytes"
	"errors"
	"io"
)

const (
	readBufferBytes = 64 << 10
	keptBufferBytes = 1 << 20 // a longer line's buffer is given back after use
)

// errLineTooLong reports a line over the bound. All of it has been read and
// thrown away; the next line can be read.
var errLineTooLong = errors.New("line is too long")

var byteOrderMark = []byte("\xef\xbb\xbf")

// lineReader splits a stream into lines and holds at most one of them.
type lineReader struct {
	in   *bufio.Reader
	max  int    // bytes of a line, its end not counted
	long []byte // a line that does not fit the read buffer is put together here
}

func newLineReader(in io.Reader, max int) *lineReader {
	return &lineReader{in: bufio.NewReaderSize(in, readBufferBytes), max: max}
}

// next gives the next line that is not blank, without its end, the blanks around
// it and a byte order mark before it. The last line needs no end. The bytes are
// good until the next call. The error is errLineTooLong, after which next may be
// called again, or that of the stream.
func (r *lineReader) next() ([]byte, error) {
	for {
		line, err := r.line()
		if errors.Is(err, errLineTooLong) {
			return nil, err
		}
		line = bytes.Trim(bytes.TrimPrefix(line, byteOrderMark), " \t\r\n")
		if len(line) > 0 && (err == nil || errors.Is(err, io.EOF)) {
			return line, nil // the stream repeats its EOF
		}
		if err != nil {
			return nil, err
		}
	}
}

// line reads up to the next line feed.
func (r *lineReader) line() ([]byte, error) {
	if cap(r.long) > keptBufferBytes {
		r.long = nil
	}
	r.long = r.long[:0]
	tooLong := false
	for {
		piece, err := r.in.ReadSlice('\n')
		more := errors.Is(err, bufio.ErrBufferFull)
		if !more && !tooLong && len(r.long) == 0 {
			return r.bounded(piece, err)
		}
		if tooLong = tooLong || len(r.long)+len(piece) > r.max+len("\r\n"); tooLong {
			r.long = r.long[:0]
		} else {
			r.long = append(r.long, piece...)
		}
		switch {
		case more:
		case tooLong:
			return nil, errLineTooLong
		default:
			return r.bounded(r.long, err)
		}
	}
}

func (r *lineReader) bounded(line []byte, err error) ([]byte, error) {
	if len(bytes.TrimRight(line, "\r\n")) > r.max {
		return nil, errLineTooLong
	}
	return line, err
}
