package terminal

import (
	"fmt"
	"strings"
)

// barWidth leaves room for a text and two numbers in 80 columns.
const barWidth = 24

// bar draws how many of a number of things are done.
func bar(done, total int) string {
	filled := barWidth
	if total > 0 {
		filled = barWidth * min(max(done, 0), total) / total
	}
	return fmt.Sprintf("[%s%s] %d of %d", strings.Repeat("#", filled), strings.Repeat(".", barWidth-filled), done, total)
}
