package mcpcontracts

import (
	"encoding/json"
	"errors"
	"maps"
	"slices"
	"unsafe"
)

// MaxResultBytes bounds the JSON text of a session's messages: beyond it, no
// client could be expected to take them in one line.
const MaxResultBytes = 2 * MaxFrameBytes

// ErrSerialization reports a payload without an exact JSON form: a string that
// is no UTF-8, a number that is not finite, a type that is no JSON value; and
// messages over MaxResultBytes.
var ErrSerialization = errors.New("mcpcontracts: result cannot be serialized")

// Encode writes a payload as compact JSON in one canonical form: members sorted
// by name at every level, UTF-8 that escapes only what JSON demands, [] and {}
// for nil slices and maps. Two equal payloads give the same text.
//
// The payload is one of []SessionSummary, []Message, PromptResult, CancelResult
// and []RuntimeTool, or a JSON value as Validate takes it. The error is
// ErrSerialization; a server answers it with FailureSerialization.
func Encode(payload any) (string, error) {
	var text []byte
	var err error
	switch p := payload.(type) {
	case []SessionSummary:
		text, err = appendList(nil, p, appendSessionSummary)
	case []Message:
		text, err = appendMessages(p)
	case PromptResult:
		text, err = appendPromptResult(make([]byte, 0, textSize(p.Text)+256), p)
	case string:
		text, err = appendString(p)
	case CancelResult:
		text, err = appendCancelResult(nil, p)
	case []RuntimeTool:
		text, err = appendList(nil, p, appendRuntimeTool)
	default:
		text, err = appendPayload(nil, payload)
	}
	if err != nil {
		return "", ErrSerialization
	}
	return unsafe.String(unsafe.SliceData(text), len(text)), nil // nobody else has text, which may be large
}

// appendPayload writes any JSON value.
func appendPayload(dst []byte, payload any) ([]byte, error) {
	value, err := detach(payload, 0)
	if err != nil {
		return nil, err
	}
	return appendValue(dst, value), nil
}

// appendValue writes a value that detach has made.
func appendValue(dst []byte, value any) []byte {
	switch v := value.(type) {
	case bool:
		if v {
			return append(dst, "true"...)
		}
		return append(dst, "false"...)
	case string:
		return appendText(dst, v)
	case json.Number:
		return append(dst, v...)
	case []any:
		dst = append(dst, '[')
		for i, item := range v {
			if i > 0 {
				dst = append(dst, ',')
			}
			dst = appendValue(dst, item)
		}
		return append(dst, ']')
	case map[string]any:
		dst = append(dst, '{')
		for i, name := range slices.Sorted(maps.Keys(v)) {
			if i > 0 {
				dst = append(dst, ',')
			}
			dst = append(appendText(dst, name), ':')
			dst = appendValue(dst, v[name])
		}
		return append(dst, '}')
	default:
		return append(dst, "null"...)
	}
}
