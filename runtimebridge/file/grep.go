package file

import (
	"context"
	"fmt"
	"regexp"
	"strings"
	"unicode/utf8"

	"github.com/openprogram/openprogram-go/runtimebridge"
)

const (
	grepLines     = 500    // lines shown at most
	grepTotal     = 20_000 // characters of all of them
	grepLineLimit = 500    // characters of one
)

const grepDescription = "Searches the contents of text files for a regular expression (RE2 syntax, line by line). " +
	"output_mode content gives path:line: text, count gives path:number, files_with_matches (the default) only paths."

const grepSchema = `{"type":"object","additionalProperties":false,"required":["pattern"],"properties":{
"pattern":{"type":"string","minLength":1,"maxLength":10000,"pattern":"\\S","description":"The regular expression."},
"path":{"type":"string","minLength":1,"pattern":"\\S","description":"The file or directory to search; the working directory when left out."},
"glob":{"type":"string","minLength":1,"maxLength":1000,"pattern":"\\S","description":"Only files whose name or relative path looks like this, as in *.go."},
"output_mode":{"type":"string","enum":["files_with_matches","content","count"],"default":"files_with_matches"},
"case_insensitive":{"type":"boolean","default":false}}}`

func (w *workspace) grepTool() *fileTool {
	return &fileTool{spec: spec("grep", grepDescription, grepSchema, true), paths: pathIn("path"), run: w.grep}
}

// search is one run of grep.
type search struct {
	expression *regexp.Regexp
	names      *globPattern // nil: all
	mode       string

	searched int
	lines    int
	size     int
	full     bool
	out      strings.Builder
}

func (w *workspace) grep(ctx context.Context, in runtimebridge.Invocation) (string, error) {
	s, err := newSearch(in.Arguments)
	if err != nil {
		return "", err
	}
	p, err := w.locate(pathOf(in.Arguments, "path"))
	if err != nil {
		return "", err
	}
	defer p.close()
	cut, err := p.walk(ctx, w.walkLimit, s.visit)
	if err != nil {
		return "", err
	}
	in.Progress(runtimebridge.Progress{Message: fmt.Sprintf("%d files searched", s.searched)})
	if s.lines == 0 {
		s.out.WriteString("No matches\n")
	}
	if s.full {
		s.out.WriteString("[stopped: more matches than shown]\n")
	}
	if cut && !s.full {
		s.out.WriteString("[stopped: too many files to look at]\n")
	}
	return s.out.String(), nil
}

func newSearch(args runtimebridge.Arguments) (*search, error) {
	s := &search{mode: args.String("output_mode")}
	expression := args.String("pattern")
	if args.Bool("case_insensitive") {
		expression = "(?i)" + expression
	}
	var err error
	if s.expression, err = regexp.Compile(expression); err != nil {
		return nil, failBecause(runtimebridge.ReasonInvalidPattern, "the pattern is not a regular expression (RE2 syntax)")
	}
	if args.Has("glob") {
		s.names, err = parseGlob(args.String("glob"))
	}
	return s, err
}

// visit searches one file. What is too large, binary or unreadable is passed by.
func (s *search) visit(f found) error {
	if s.names != nil && !s.names.matchFile(f.matchName()) {
		return nil
	}
	file, err := f.at.snapshot()
	if err != nil || isBinary(file.data) {
		return nil
	}
	s.searched++
	matches := 0
	for n, l := range splitLines(string(file.data)) {
		if !s.expression.MatchString(l.text) {
			continue
		}
		matches++
		if s.mode == "content" {
			s.show(fmt.Sprintf("%s:%d: %s", shownName(f.at.shown), n+1, cutRunes(strings.ToValidUTF8(l.text, "\uFFFD"), grepLineLimit)))
		}
		if s.full || (s.mode != "content" && s.mode != "count") {
			break
		}
	}
	switch {
	case matches == 0 || s.mode == "content":
	case s.mode == "count":
		s.show(fmt.Sprintf("%s:%d", shownName(f.at.shown), matches))
	default:
		s.show(shownName(f.at.shown))
	}
	if s.full {
		return errEnough
	}
	return nil
}

// show adds a line while there is room.
func (s *search) show(text string) {
	size := utf8.RuneCountInString(text) + 1
	if s.lines == grepLines || s.size+size > grepTotal {
		s.full = true
		return
	}
	s.lines++
	s.size += size
	s.out.WriteString(text + "\n")
}
