package memory

import (
	"slices"
	"strings"

	"github.com/openprogram/openprogram-go/runtimebridge/memory/internal/markdown"
)

// MaxNote is how many bytes a note may have. A larger one is counted as skipped.
const MaxNote = 4 << 20

// maxRecordPassages is how many passages of a record are searched: a stranger's
// text of nothing but headings must not be worth a thousand notes.
const maxRecordPassages = 1000

// Passage is a piece of a note, or of a record, that fits a search.
type Passage struct {
	Path    string
	Heading string // of the section it is in; may be empty
	Line    int    // of its first line in the note, from 1; 0 for a record
	Text    string
	Record  *Record // set when this is no note of the owner's but a pending record

	trail string              // Heading with those above it
	about markdown.Properties // what is said of the whole note; with its first passage
}

// cutNote cuts a note into passages. Its names and tags lead to the first one;
// a note that has nothing else is found by them all the same.
func cutNote(path string, content []byte) ([]Passage, error) {
	var passages []Passage
	text := markdown.Text(content)
	for _, p := range markdown.NotePassages(markdown.WithoutData(text)) {
		passages = append(passages, Passage{Path: path, Heading: p.Heading, Line: p.Line, Text: p.Text, trail: p.Trail})
	}
	about := markdown.PropertiesOf(text)
	said := strings.Join(append(slices.Clone(about.Names), about.Tags...), ", ")
	if len(passages) == 0 && said != "" {
		passages = []Passage{{Path: path, Line: 1, Text: said}}
	}
	if len(passages) > 0 {
		passages[0].about = about
	}
	return passages, nil
}

// cutRecord cuts the text of a pending record, which is to stand below the
// record's heading, into passages.
func cutRecord(name string, content []byte) ([]Passage, error) {
	record, err := decodeRecord(name, content)
	if err != nil {
		return nil, err
	}
	var passages []Passage
	all := markdown.Passages(markdown.WithoutData(markdown.Text([]byte(record.Text))))
	for _, p := range all[:min(len(all), maxRecordPassages)] {
		heading := p.Heading
		if heading == "" {
			heading = record.Heading
		}
		passages = append(passages, Passage{
			Path: record.Path, Heading: heading, Text: p.Text, Record: &record,
			trail: strings.TrimSpace(record.Heading + "\n" + p.Trail),
		})
	}
	return passages, nil
}
