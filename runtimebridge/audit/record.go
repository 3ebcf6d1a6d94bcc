package audit

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"strconv"
	"time"

	"github.com/openprogram/openprogram-go/runtimebridge"
)

// Record is one record of the log.
type Record struct {
	Seq     uint64    // from 1, without a gap
	Time    time.Time // UTC, microseconds
	Type    runtimebridge.AuditType
	Origin  string
	Payload map[string]any // numbers are json.Number, lists are []any of strings
	Prev    string         // the hash of the record before, in hex
	Hash    string         // of this record, in hex
}

const timeLayout = "2006-01-02T15:04:05.000000Z"

// seal gives the line of a record, line feed included, and its hash.
func (e entry) seal(seq uint64, at time.Time, prev string) (line []byte, hash string) {
	number := strconv.FormatUint(seq, 10)
	stamp := at.UTC().Format(timeLayout)
	sum := sha256.Sum256(e.canonical(number, stamp, prev))
	hash = hex.EncodeToString(sum[:])
	return e.line(number, stamp, prev, hash), hash
}

// canonical is what is hashed: sorted keys, no hash.
func (e entry) canonical(seq, stamp, prev string) []byte {
	return join(`{"origin":`, e.origin, `,"payload":`, e.payload, `,"prev":"`, prev, `","seq":`, seq, `,"ts":"`, stamp, `","type":`, e.kind, `}`)
}

// line is what is written.
func (e entry) line(seq, stamp, prev, hash string) []byte {
	return join(`{"seq":`, seq, `,"ts":"`, stamp, `","type":`, e.kind, `,"origin":`, e.origin, `,"payload":`, e.payload,
		`,"prev":"`, prev, `","hash":"`, hash, "\"}\n")
}

func join(parts ...any) []byte {
	size := 0
	for _, part := range parts {
		switch part := part.(type) {
		case string:
			size += len(part)
		case []byte:
			size += len(part)
		}
	}
	out := make([]byte, 0, size)
	for _, part := range parts {
		switch part := part.(type) {
		case string:
			out = append(out, part...)
		case []byte:
			out = append(out, part...)
		}
	}
	return out
}

// entry gives the encoded form back. It reports false for a payload that is not
// plain.
func (r Record) entry() (entry, bool) {
	payload, ok := encodePayload(r.Payload, func(s string) string { return s })
	return entry{kind: appendText(nil, string(r.Type)), origin: appendText(nil, r.Origin), payload: payload}, ok
}

// MarshalJSON gives the record as it stands in the log.
func (r Record) MarshalJSON() ([]byte, error) {
	line, ok := r.encode()
	if !ok {
		return nil, ErrPayload
	}
	return bytes.TrimSuffix(line, []byte{'\n'}), nil
}

func (r Record) encode() ([]byte, bool) {
	e, ok := r.entry()
	return e.line(strconv.FormatUint(r.Seq, 10), r.Time.UTC().Format(timeLayout), r.Prev, r.Hash), ok
}

// decodeRecord reads a line and checks its hash. Only the bytes that Append
// writes for a record are that record: nothing can be changed in a line without
// being seen.
func decodeRecord(line []byte) (Record, bool) {
	r, written := readRecord(line)
	if !written {
		return r, false
	}
	e, _ := r.entry()
	_, hash := e.seal(r.Seq, r.Time, r.Prev)
	return r, hash == r.Hash
}

// readRecord reads a line without its hash being checked. It reports false for
// bytes that Append would not have written.
func readRecord(line []byte) (Record, bool) {
	var fields struct {
		Seq     uint64                  `json:"seq"`
		TS      string                  `json:"ts"`
		Type    runtimebridge.AuditType `json:"type"`
		Origin  string                  `json:"origin"`
		Payload map[string]any          `json:"payload"`
		Prev    string                  `json:"prev"`
		Hash    string                  `json:"hash"`
	}
	decoder := json.NewDecoder(bytes.NewReader(line))
	decoder.UseNumber()
	if decoder.Decode(&fields) != nil {
		return Record{}, false
	}
	at, err := time.Parse(timeLayout, fields.TS)
	if err != nil {
		return Record{}, false
	}
	r := Record{
		Seq: fields.Seq, Time: at, Type: fields.Type, Origin: fields.Origin,
		Payload: fields.Payload, Prev: fields.Prev, Hash: fields.Hash,
	}
	again, ok := r.encode()
	return r, ok && bytes.Equal(again, line)
}
