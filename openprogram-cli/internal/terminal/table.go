package terminal

import (
	"bytes"
	"io"
	"strings"
	"text/tabwriter"
)

// Table writes rows in aligned columns, each cell escaped, so that one row is
// one line whatever the cells hold.
func Table(w io.Writer, rows [][]string) error {
	var b bytes.Buffer
	t := tabwriter.NewWriter(&b, 0, 0, 2, ' ', 0)
	for _, row := range rows {
		for _, cell := range row {
			io.WriteString(t, Line(cell)+"\t") // a buffer does not fail
		}
		io.WriteString(t, "\n")
	}
	t.Flush()
	for line := range strings.Lines(b.String()) {
		// The padding of a last column would only wrap in a narrow window.
		if _, err := io.WriteString(w, strings.TrimRight(line, " \n")+"\n"); err != nil {
			return err
		}
	}
	return nil
}
