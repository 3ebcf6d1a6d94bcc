package terminal

import "io"

// Escaper is a writer that makes what other programs write safe to show. A
// character that is cut by two writes is shown as bytes.
type Escaper struct{ w io.Writer }

// NewEscaper gives an Escaper onto w.
func NewEscaper(w io.Writer) *Escaper { return &Escaper{w: w} }

// Write writes the text as Text gives it.
func (e *Escaper) Write(p []byte) (int, error) {
	if _, err := io.WriteString(e.w, Text(string(p))); err != nil {
		return 0, err
	}
	return len(p), nil
}
