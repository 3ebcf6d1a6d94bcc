package mcpserver

import (
	"bufio"
	"bytes"
	"errors"
	"io"
	"runtime"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/google/go-cmp/cmp"
)

// readLines gives every line of a stream, or the word for what is in its place.
func readLines(t testing.TB, in io.Reader, max int) []string {
	t.Helper()
	lines := newLineReader(in, max)
	var got []string
	for {
		line, err := lines.next()
		switch {
		case errors.Is(err, errLineTooLong):
			got = append(got, "<too long>")
		case errors.Is(err, io.EOF):
			return got
		case err != nil:
			return append(got, "<error>")
		default:
			got = append(got, line)
		}
	}
}

func TestLines(t *testing.T) {
	x := func(n int) string { return strings.Repeat("x", n) }
	const max = readBufferBytes + 1000
	for name, tc := range map[string]struct {
		in   string
		want []string
	}{
		"nothing":            {"", nil},
		"blank lines":        {"\n\r\n \t\n\ufeff\n", nil},
		"one":                {"a\n", []string{"a"}},
		"no end":             {"a\nb", []string{"a", "b"}},
		"CRLF":               {"a\r\nb\r\n", []string{"a", "b"}},
		"blanks":             {" \ta\t \n", []string{"a"}},
		"byte order mark":    {"\ufeffa\n\ufeff b\n", []string{"a", "b"}},
		"mark inside":        {"a\ufeff\n", []string{"a\ufeff"}},
		"other blanks stay":  {"\va\u00a0\n", []string{"\va\u00a0"}},
		"longer than buffer": {x(readBufferBytes+1) + "\nb\n", []string{x(readBufferBytes + 1), "b"}},
		"as long as allowed": {x(max) + "\r\nb\n", []string{x(max), "b"}},
		"one too long":       {x(max+1) + "\nb\n", []string{"<too long>", "b"}},
		"two too long":       {x(max+3) + "\r\n" + x(2*max) + "\nb\n", []string{"<too long>", "<too long>", "b"}},
		"too long at end":    {"a\n" + x(max+1), []string{"a", "<too long>"}},
		"long at end":        {x(max), []string{x(max)}},
		"long blank":         {strings.Repeat(" ", max) + "\nb\n", []string{"b"}},
	} {
		t.Run(name, func(t *testing.T) {
			if diff := cmp.Diff(tc.want, readLines(t, strings.NewReader(tc.in), max)); diff != "" {
				t.Errorf("lines (-want +got):\n%.500s", diff)
			}
			if diff := cmp.Diff(tc.want, readLines(t, iotest.HalfReader(strings.NewReader(tc.in)), max)); diff != "" {
				t.Errorf("lines read in pieces (-want +got):\n%.500s", diff)
			}
		})
	}
}

// TestPartOfALineIsNoLine has the stream break, not end.
func TestPartOfALineIsNoLine(t *testing.T) {
	in := io.MultiReader(strings.NewReader("a\nb"), iotest.ErrReader(errors.New("broken")))
	if diff := cmp.Diff([]string{"a", "<error>"}, readLines(t, in, 100)); diff != "" {
		t.Errorf("lines (-want +got):\n%s", diff)
	}
}

// repeat is an endless line.
type repeat struct{}

func (repeat) Read(p []byte) (int, error) {
	for i := range p {
		p[i] = 'a'
	}
	return len(p), nil
}

// TestLongLinesTakeNoMemory reads a line of 320 MiB.
func TestLongLinesTakeNoMemory(t *testing.T) {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	in := io.MultiReader(io.LimitReader(repeat{}, 320<<20), strings.NewReader("\nb\n"))
	if diff := cmp.Diff([]string{"<too long>", "b"}, readLines(t, in, 16<<20)); diff != "" {
		t.Errorf("lines (-want +got):\n%s", diff)
	}
	runtime.ReadMemStats(&after)
	if used := after.TotalAlloc - before.TotalAlloc; used > 128<<20 {
		t.Errorf("%d MiB were allocated in all for a line that is thrown away", used>>20)
	}
}

// FuzzLines compares the reader with a plain way to say the same.
func FuzzLines(f *testing.F) {
	for _, seed := range []string{"", "a\nb\r\n\n c ", "\ufeffa\n\xef\xbb", strings.Repeat("x", 40) + "\n\r\r\n"} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		const max = 32
		var want []string
		lines := bufio.NewScanner(bytes.NewReader(data))
		lines.Buffer(nil, len(data)+1)
		lines.Split(func(data []byte, atEOF bool) (int, []byte, error) {
			if i := bytes.IndexByte(data, '\n'); i >= 0 {
				return i + 1, data[:i], nil
			}
			if atEOF && len(data) > 0 {
				return len(data), data, nil
			}
			return 0, nil, nil
		})
		for lines.Scan() {
			line := lines.Text()
			if len(strings.TrimRight(line, "\r")) > max {
				want = append(want, "<too long>")
			} else if line = strings.Trim(strings.TrimPrefix(line, "\ufeff"), " \t\r"); line != "" {
				want = append(want, line)
			}
		}
		if diff := cmp.Diff(want, readLines(t, bytes.NewReader(data), max)); diff != "" {
			t.Errorf("lines (-want +got):\n%s", diff)
		}
	})
}
