package terminal

import (
	"io"
	"strings"
	"text/tabwriter"
)

// Table writes rows in aligned columns, each cell escaped, so that one row is
// one line whatever the cells hold.
func Table(w io.Writer, rows [][]string) error {
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	for _, row := range rows {
		cells := make([]string, len(row))
		for i, cell := range row {
			cells[i] = Line(cell)
		}
		// Trailing blanks of empty last cells would only widen the line.
		line := strings.TrimRight(strings.Join(cells, "\t"), "\t")
		if _, err := io.WriteString(t, line+"\n"); err != nil {
			return err
		}
	}
	return t.Flush()
}
