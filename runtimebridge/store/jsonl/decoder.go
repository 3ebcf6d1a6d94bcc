package jsonl

import (
	"bufio"
	"bytes"
	"errors"
	"io"

	"github.com/openprogram/openprogram-go/runtimebridge/store"
)

// A Decoder reads sessions, a line each.
type Decoder struct {
	reader *bufio.Reader
	line   int
	long   []byte // a line that does not fit the reader's buffer
}

// NewDecoder returns a Decoder that reads from r.
func NewDecoder(r io.Reader) *Decoder {
	return &Decoder{reader: bufio.NewReaderSize(r, 64<<10)}
}

// Line is the number of the line that Decode has read last, from 1.
func (d *Decoder) Line() int { return d.line }

// Decode reads the next session. Blank lines are passed over; io.EOF follows the
// last session, and a line that is none is a *store.LineError. An error of the
// reader is returned as it is.
func (d *Decoder) Decode() (Session, error) {
	for {
		text, err := d.nextLine()
		if err != nil {
			return Session{}, err
		}
		d.line++
		if len(bytes.Trim(text, blanks)) == 0 {
			continue
		}
		session, err := decodeLine(text)
		if p, ok := err.(*problem); ok {
			err = &store.LineError{Line: d.line, Path: p.path, Problem: p.text}
		}
		return session, err
	}
}

// nextLine gives a line until the next call.
func (d *Decoder) nextLine() ([]byte, error) {
	d.long = d.long[:0]
	for {
		part, err := d.reader.ReadSlice('\n')
		switch {
		case errors.Is(err, bufio.ErrBufferFull):
			d.long = append(d.long, part...)
			continue
		case err != nil && err != io.EOF:
			return nil, err
		case len(d.long) > 0:
			d.long = append(d.long, part...)
			return d.long, nil
		case err == io.EOF && len(part) == 0:
			return nil, io.EOF
		}
		return part, nil
	}
}
