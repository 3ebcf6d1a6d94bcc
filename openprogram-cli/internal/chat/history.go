package chat

import (
	"bufio"
	"errors"
	"io/fs"
	"os"
	"strings"
)

// keptHistory is how many lines are offered, and how many are kept when the file
// is loaded and has grown to twice as many.
const keptHistory = 1000

// longestLine is the longest line of the file that is read, in bytes.
const longestLine = 1 << 20

// History is the file with the lines that were typed, one a line. What goes
// wrong with it is no reason to stop.
type History struct{ Path string }

// Load gives the latest lines, oldest first.
func (h *History) Load() []string {
	if !h.usable() {
		return nil
	}
	f, err := os.Open(h.Path)
	if err != nil {
		return nil
	}
	defer f.Close()
	var lines []string
	s := bufio.NewScanner(f)
	s.Buffer(nil, longestLine)
	for s.Scan() {
		if line := s.Text(); line != "" {
			lines = append(lines, line)
		}
	}
	if len(lines) > 2*keptHistory {
		h.replace(lines[len(lines)-keptHistory:])
	}
	return lines[max(len(lines)-keptHistory, 0):]
}

// Add appends a line. The file is its owner's alone.
func (h *History) Add(line string) {
	if !h.usable() {
		return
	}
	f, err := os.OpenFile(h.Path, os.O_WRONLY|os.O_APPEND|os.O_CREATE, 0o600)
	if err != nil {
		return
	}
	defer f.Close()
	_, _ = f.WriteString(strings.ReplaceAll(line, "\n", string(shownLineFeed)) + "\n")
}

// usable reports whether the file is one, or is not there yet. Anything else could
// make whoever opens it wait, or has no end.
func (h *History) usable() bool {
	info, err := os.Stat(h.Path)
	return errors.Is(err, fs.ErrNotExist) || err == nil && info.Mode().IsRegular()
}

func (h *History) replace(lines []string) {
	temp := h.Path + ".new"
	if os.WriteFile(temp, []byte(strings.Join(lines, "\n")+"\n"), 0o600) == nil {
		_ = os.Rename(temp, h.Path)
	}
}
