package mcpcontracts

// DecodeKind says what is wrong with a JSON text.
type DecodeKind string

// The kinds of fault.
const (
	KindSyntax       DecodeKind = "syntax"        // no JSON, or more than one value
	KindUTF8         DecodeKind = "utf8"          // bytes that are no UTF-8
	KindDuplicateKey DecodeKind = "duplicate key" // an object names a member twice
	KindDepth        DecodeKind = "depth"         // nested deeper than MaxDepth
	KindNumber       DecodeKind = "number"        // a number too long, or outside the range of a float64
	KindSize         DecodeKind = "size"          // more than MaxValues values
)

// DecodeError reports a text that Decode refuses. It never carries a part of the
// text.
type DecodeError struct {
	Kind   DecodeKind
	Offset int // of the byte where it was noticed, from 0
}

// Error is a fixed text a kind.
func (e *DecodeError) Error() string { return "invalid JSON: " + string(e.Kind) }

// WellFormed reports that the text is JSON and only breaks one of the stricter
// rules.
func (e *DecodeError) WellFormed() bool { return e.Kind != KindSyntax && e.Kind != KindUTF8 }
