package mcpcontracts

import "unicode/utf8"

// The bounds of a JSON text.
const (
	MaxDepth        = 128     // nested arrays and objects, the outermost one included
	MaxValues       = 1 << 16 // values in all, so that a small text cannot fill the memory
	MaxNumberLength = 128     // characters of one number
)

// Decode reads one JSON text strictly: valid UTF-8, one value and nothing after
// it, no member named twice in an object (names differ by case), bounded depth,
// size and numbers. Objects become map[string]any, arrays []any, numbers
// json.Number as written. An escaped half of a surrogate pair becomes U+FFFD.
//
// The error is a *DecodeError. For a duplicate key, a number, a depth or a count
// of values that is refused, the rest of the text has been read and the value
// comes with the error, without what was refused: enough to answer a request by
// its id, and not to be used for anything else.
func Decode(data []byte) (any, error) { return DecodeString(string(data)) }

// DecodeString is Decode of a text that is a string already. Strings and numbers
// in the value share its memory, so what outlives the value by much is better
// cloned.
func DecodeString(text string) (any, error) {
	if !utf8.ValidString(text) {
		return nil, &DecodeError{Kind: KindUTF8}
	}
	d := decoder{data: text}
	d.skipBlanks()
	value, ok := d.value(0)
	if !ok {
		return nil, d.fault
	}
	d.skipBlanks()
	if d.pos != len(d.data) {
		d.stop(KindSyntax)
		return nil, d.fault
	}
	if d.fault != nil {
		return value, d.fault
	}
	return value, nil
}

// decoder reads a text from left to right.
type decoder struct {
	data   string
	pos    int
	values int
	fault  *DecodeError // what ended the reading, or the first refusal that did not
}

// stop notes a fault that ends the reading.
func (d *decoder) stop(kind DecodeKind) bool {
	d.fault = &DecodeError{Kind: kind, Offset: d.pos}
	return false
}

// refuse notes the first fault of a text that is well formed so far.
func (d *decoder) refuse(kind DecodeKind, offset int) {
	if d.fault == nil {
		d.fault = &DecodeError{Kind: kind, Offset: offset}
	}
}

func (d *decoder) skipBlanks() {
	for d.pos < len(d.data) {
		switch d.data[d.pos] {
		case ' ', '\t', '\r', '\n':
			d.pos++
		default:
			return
		}
	}
}

// take moves past c if it is next.
func (d *decoder) take(c byte) bool {
	if d.pos < len(d.data) && d.data[d.pos] == c {
		d.pos++
		return true
	}
	return false
}
