package tool

import (
	"regexp"
	"strings"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

// blank is what \s stands for in a schema's pattern, as the inside of a
// character class: Unicode's white space, the separators U+001C to U+001F, and
// what looks like nothing at all (NUL, U+200B, U+FEFF). Go's own \s is ASCII,
// so that a prompt of no-break spaces would pass for text.
const blank = `\x00\t\n\v\f\r\x1c-\x1f \x{85}\x{a0}\x{1680}\x{2000}-\x{200b}\x{2028}\x{2029}\x{202f}\x{205f}\x{3000}\x{feff}`

// pattern is a compiled pattern that remembers how it was written.
type pattern struct {
	*regexp.Regexp
	written string
}

// String returns the pattern as the schema has it.
func (p pattern) String() string { return p.written }

// compilePattern compiles a pattern of a schema for Go's engine, whose time is
// linear in the text. What that engine cannot do (look-around, back references)
// is an error.
func compilePattern(written string) (jsonschema.Regexp, error) {
	compiled, err := regexp.Compile(translate(written))
	if err != nil {
		return nil, err
	}
	return pattern{Regexp: compiled, written: written}, nil
}

// translate rewrites the escapes that ECMA 262, which JSON Schema refers to,
// reads differently from Go: \s, \S and \uXXXX.
func translate(written string) string {
	var out strings.Builder
	inClass := false
	for i := 0; i < len(written); i++ {
		c := written[i]
		if c != '\\' || i+1 == len(written) {
			inClass = c == '[' || (inClass && c != ']')
			out.WriteByte(c)
			continue
		}
		i++
		i += writeEscape(&out, written[i:], inClass)
	}
	return out.String()
}

// writeEscape writes what the escape at the start of rest means and returns how
// many bytes it takes beyond the first.
func writeEscape(out *strings.Builder, rest string, inClass bool) int {
	switch {
	case rest[0] == 's' && inClass:
		out.WriteString(blank)
	case rest[0] == 's':
		out.WriteString("[" + blank + "]")
	case rest[0] == 'S' && !inClass:
		out.WriteString("[^" + blank + "]")
	case rest[0] == 'u' && len(rest) >= 5:
		out.WriteString(`\x{` + rest[1:5] + "}")
		return 4
	default:
		out.WriteString(`\` + rest[:1])
	}
	return 0
}
