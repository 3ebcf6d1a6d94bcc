package remote

import (
	"bufio"
	"encoding/json"
	"errors"
	"io"
)

// maxLine bounds one message of a local server, in bytes.
const maxLine = 16 << 20

// messageReader passes on the lines that are messages. Many programs print a
// greeting or a log line into the protocol, which would end the session.
type messageReader struct {
	lines *lineReader
	close func() error
	rest  []byte
}

// Read gives the next bytes of the messages.
func (r *messageReader) Read(p []byte) (int, error) {
	for len(r.rest) == 0 {
		line, err := r.lines.next()
		if isMessage(line) {
			r.rest = append(line, '\n')
			break
		}
		if err != nil {
			return 0, err
		}
	}
	n := copy(p, r.rest)
	r.rest = r.rest[n:]
	return n, nil
}

// Close ends the reading.
func (r *messageReader) Close() error { return r.close() }

func isMessage(line []byte) bool {
	var message struct {
		Version string `json:"jsonrpc"`
	}
	return json.Unmarshal(line, &message) == nil && message.Version == "2.0"
}

// lineReader reads lines and skips those that are too long.
type lineReader struct{ r *bufio.Reader }

func newLineReader(r io.Reader) *lineReader { return &lineReader{r: bufio.NewReader(r)} }

// next gives a line without its end, also together with an error.
func (l *lineReader) next() ([]byte, error) {
	var line []byte
	for long := false; ; {
		piece, err := l.r.ReadSlice('\n')
		if long = long || len(line)+len(piece) > maxLine; long {
			line = nil
		} else {
			line = append(line, piece...)
		}
		if errors.Is(err, bufio.ErrBufferFull) {
			continue
		}
		return trimEnd(line), err
	}
}

func trimEnd(line []byte) []byte {
	for len(line) > 0 && (line[len(line)-1] == '\n' || line[len(line)-1] == '\r') {
		line = line[:len(line)-1]
	}
	return line
}
