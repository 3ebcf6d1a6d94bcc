package memory

import (
	"context"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path"
	"strings"

	"github.com/openprogram/openprogram-go/runtimebridge/memory/internal/folder"
	"github.com/openprogram/openprogram-go/runtimebridge/memory/internal/index"
	"github.com/openprogram/openprogram-go/runtimebridge/memory/internal/words"
	"golang.org/x/text/unicode/norm"
)

// The sources, as the index numbers them.
const (
	noteSource   = 0
	recordSource = 1
)

// source is one of the two folders that are searched. All but folder and cut
// need the turn.
type source struct {
	id     int
	folder *folder.Folder
	cut    func(path string, content []byte) ([]Passage, error)
	catalog
	dirty     map[string]bool // perhaps not as they are in the index
	unsettled map[string]bool // may change again without a trace
	skipped   int             // names that could not be used
}

func newSource(id int, cut func(string, []byte) ([]Passage, error), o folder.Options) *source {
	s := &source{id: id, folder: folder.New(o), cut: cut}
	s.reset()
	return s
}

// reset forgets everything: the next look sees all files as new.
func (s *source) reset() {
	s.catalog = catalog{notes: map[string]index.Note{}}
	s.dirty, s.unsettled = map[string]bool{}, map[string]bool{}
	s.folder.Forget()
}

// look marks what may differ from the index as dirty.
func (s *source) look(ctx context.Context) error {
	found, err := s.folder.Scan(ctx)
	if err != nil {
		return err
	}
	for path := range s.unsettled {
		s.dirty[path] = true
	}
	for _, path := range found.Changed {
		s.dirty[path] = true
	}
	if found.All {
		s.skipped = found.Skipped
		s.compare(found.Files)
	}
	return nil
}

// compare marks what differs between the catalog and a listing.
func (s *source) compare(files []folder.Entry) {
	known := 0
	for _, file := range files {
		note, ok := s.notes[file.Path]
		if ok {
			known++
		}
		if !ok || note.Stamp != file.Stamp {
			s.dirty[file.Path] = true
		}
	}
	if known == len(s.notes) {
		return
	}
	listed := make(map[string]bool, len(files))
	for _, file := range files {
		listed[file.Path] = true
	}
	for path := range s.notes {
		if !listed[path] {
			s.dirty[path] = true
		}
	}
}

// document reads a file for the index. fs.ErrNotExist says that it is gone,
// folder.ErrChanged that it is just being replaced.
func (s *source) document(name string) (index.Document, error) {
	file, err := s.folder.Read(name)
	d := index.Document{Shown: norm.NFC.String(name), Note: index.Note{
		Key: index.Key{Source: s.id, Path: name}, Stamp: file.Stamp, Settled: file.Settled,
	}}
	switch {
	case errors.Is(err, fs.ErrNotExist), errors.Is(err, folder.ErrChanged):
		return d, err
	case errors.Is(err, folder.ErrTooLarge):
		d.Status = index.TooLarge
		d.Digest = digest(s.id, name, fmt.Append(nil, d.Stamp))
		return d, nil
	case err != nil:
		return s.unreadable(d)
	}
	d.Digest = digest(s.id, name, file.Content)
	passages, err := s.cut(name, file.Content)
	if err != nil {
		d.Status = index.Unreadable
	}
	if len(passages) > 0 {
		d.Shown = norm.NFC.String(passages[0].Path)
	}
	d.Passages = searchable(passages)
	return d, nil
}

// unreadable stands for a file that could not be read. It is tried again each
// time: what keeps it from being read may not show in its stamp.
func (s *source) unreadable(d index.Document) (index.Document, error) {
	var err error
	d.Stamp, err = s.folder.Stamp(d.Path)
	d.Status, d.Settled = index.Unreadable, false
	d.Digest = digest(s.id, d.Path, fmt.Append(nil, d.Stamp))
	return d, err
}

// searchable gives the words of passages to the index.
func searchable(passages []Passage) []index.Passage {
	list := make([]index.Passage, len(passages))
	for i, p := range passages {
		list[i] = index.Passage{
			Path:    words.Split(strings.TrimSuffix(p.Path, path.Ext(p.Path)) + lines(p.about.Names)),
			Heading: words.Split(p.trail),
			Body:    words.Split(p.Text + lines(p.about.Tags)),
		}
	}
	return list
}

// lines gives each text a line of its own, after what is there.
func lines(texts []string) string {
	if len(texts) == 0 {
		return ""
	}
	return "\n" + strings.Join(texts, "\n")
}

// digest identifies a file's content in its place.
func digest(source int, path string, content []byte) int64 {
	sum := sha256.New()
	sum.Write([]byte{byte(source)})
	io.WriteString(sum, path)
	sum.Write([]byte{0})
	sum.Write(content)
	return int64(binary.BigEndian.Uint64(sum.Sum(nil)))
}
