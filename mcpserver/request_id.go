package mcpserver

import (
	"encoding/json"
	"strings"
	"unicode/utf8"

	"github.com/openprogram/openprogram-go/mcpcontracts"
)

// maxIDBytes bounds what is kept, echoed and audited for one request.
const maxIDBytes = 1024

// requestID is a client's id for a request: a string or a json.Number as it was
// written, so that 1, 1.0 and "1" are three ids. The zero requestID is none and
// is written as null. It can be compared.
type requestID struct{ value any }

// newRequestID takes a decoded id. It refuses what cannot be echoed exactly. The
// id shares no memory with the frame, which it may outlive.
func newRequestID(value any) (requestID, bool) {
	switch v := value.(type) {
	case json.Number:
		return requestID{json.Number(strings.Clone(v.String()))}, true
	case string:
		if len(v) > maxIDBytes || strings.ContainsRune(v, utf8.RuneError) {
			return requestID{}, false
		}
		return requestID{strings.Clone(v)}, true
	}
	return requestID{}, false
}

// text is the id without quotes.
func (id requestID) text() string {
	switch v := id.value.(type) {
	case json.Number:
		return v.String()
	case string:
		return v
	}
	return ""
}

// json is the id as it is written on the wire.
func (id requestID) json() string {
	if s, quoted := id.value.(string); quoted {
		return jsonText(s)
	}
	if id.value == nil {
		return "null"
	}
	return id.text()
}

// jsonText writes a string as JSON.
func jsonText(s string) string {
	if !utf8.ValidString(s) {
		s = strings.ToValidUTF8(s, string(utf8.RuneError))
	}
	text, err := mcpcontracts.Encode(s)
	if err != nil {
		return `""`
	}
	return text
}
