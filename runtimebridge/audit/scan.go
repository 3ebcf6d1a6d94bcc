package audit

import (
	"bufio"
	"context"
	"errors"
	"io"
)

// maxLine bounds a record's line, in bytes.
const maxLine = 128 << 10

// errLongLine reports a line that no record could be.
var errLongLine = errors.New("audit: line is too long")

// scanLines calls each for every whole line, line feed included, and gives the
// number of bytes after the last one. The line is valid during the call only.
func scanLines(ctx context.Context, r io.Reader, each func(line []byte) error) (rest int, err error) {
	lines := bufio.NewReaderSize(r, maxLine)
	for {
		if err := ctx.Err(); err != nil {
			return 0, err
		}
		line, err := lines.ReadSlice('\n')
		switch {
		case errors.Is(err, io.EOF):
			return len(line), nil
		case errors.Is(err, bufio.ErrBufferFull):
			return 0, errLongLine
		case err != nil:
			return 0, err
		}
		if err := each(line); err != nil {
			return 0, err
		}
	}
}
