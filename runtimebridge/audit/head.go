package audit

import (
	"bytes"
	"encoding/hex"
	"encoding/json"
	"errors"
	"io"
	"os"
	"strconv"
	"strings"
)

// position is where the log ends.
type position struct {
	First  uint64 `json:"first"`  // the first record of the file
	Hash   string `json:"hash"`   // of the last record
	Offset int64  `json:"offset"` // the length of the file, in bytes
	Seq    uint64 `json:"seq"`    // of the last record, 0 when there is none
}

// headSize is fixed, so that head is rewritten in place by one write.
const headSize = 256

var noHash = strings.Repeat("0", 64)

// beginning is the position of a log without records.
func beginning() position { return position{First: 1, Hash: noHash} }

// encode gives the text of head: one line, filled up with blanks.
func (p position) encode() []byte {
	line := make([]byte, 0, headSize)
	line = strconv.AppendUint(append(line, `{"first":`...), p.First, 10)
	line = append(append(line, `,"hash":"`...), p.Hash...) // hex
	line = strconv.AppendInt(append(line, `","offset":`...), p.Offset, 10)
	line = strconv.AppendUint(append(line, `,"seq":`...), p.Seq, 10)
	line = append(line, '}')
	for len(line) < headSize-1 {
		line = append(line, ' ')
	}
	return append(line, '\n')
}

// parseHead reads what encode wrote, byte for byte.
func parseHead(raw []byte) (position, bool) {
	var p position
	if json.Unmarshal(raw, &p) != nil || !bytes.Equal(p.encode(), raw) || !isHash(p.Hash) {
		return position{}, false
	}
	possible := p == beginning() || p.Seq > 0 && p.Offset >= 0 && p.First >= 1 && p.First <= p.Seq+1
	if !possible {
		return position{}, false
	}
	return p, true
}

func isHash(text string) bool {
	raw, err := hex.DecodeString(text)
	return err == nil && len(raw) == 32 && strings.ToLower(text) == text
}

// readHead gives the bytes of head, whose size was seen under its lock, and one
// more than there should be at most.
func readHead(f *os.File, size int64) ([]byte, error) {
	raw := make([]byte, min(size, headSize+1))
	n, err := f.ReadAt(raw, 0)
	if err != nil && !errors.Is(err, io.EOF) {
		return nil, err
	}
	return raw[:n], nil
}

// writeHead makes p the end of the log.
func (l *Log) writeHead(p position) error {
	raw := p.encode()
	if _, err := l.head.WriteAt(raw, 0); err != nil {
		return err
	}
	l.at, l.raw = p, raw
	return nil
}
