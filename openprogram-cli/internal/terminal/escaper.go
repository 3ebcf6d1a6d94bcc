package terminal

import "io"

// Escaper is a writer that makes what other programs write safe to show. A
// character that is cut by two writes is shown as bytes.
type Escaper struct {
	w    io.Writer
	open bool // the last line has not ended
}

// NewEscaper gives an Escaper onto w.
func NewEscaper(w io.Writer) *Escaper { return &Escaper{w: w} }

// Write writes the text as Text gives it.
func (e *Escaper) Write(p []byte) (int, error) {
	if _, err := io.WriteString(e.w, Text(string(p))); err != nil {
		return 0, err
	}
	if len(p) > 0 {
		e.open = p[len(p)-1] != '\n'
	}
	return len(p), nil
}

// End ends the last line, so that what is shown next begins a line.
func (e *Escaper) End() {
	if e.open {
		_, _ = io.WriteString(e.w, "\n")
		e.open = false
	}
}
