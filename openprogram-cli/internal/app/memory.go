package app

import (
	"bytes"
	"context"
	"errors"
	"io"
	"os"
	"path"
	"path/filepath"
	"strings"
	"unicode/utf8"

	"github.com/openprogram/openprogram-go/openprogram-cli/internal/config"
	"github.com/openprogram/openprogram-go/openprogram-cli/internal/state"
	"github.com/openprogram/openprogram-go/runtimebridge/memory"
)

// The failures of the memory commands, in words for the owner.
var (
	errNoteKind     = errors.New("a note is a text file: .md, .markdown or .txt")
	errNoteText     = errors.New("the file is not UTF-8 text")
	errNoteSize     = errors.New("the file is larger than a note may be (4 MiB)")
	errNoteExists   = errors.New("there is a note of this name already")
	errNoteName     = errors.New("a note cannot have this name, or a link or a folder has it")
	errNoRecord     = errors.New("there is no such pending addition: openprogram memory pending shows those there are")
	errHalfPromoted = errors.New("it was being taken over when that was cut short, and the note has its text: openprogram memory promote ends it")
	errNotesChanged = errors.New("the notes changed meanwhile: try again")
	errMemory       = errors.New("the notes cannot be used: memory.dir has to be a folder that you can read")
)

// Memory is the owner's own use of the memory.
type Memory struct {
	Dir string // the folder of notes

	location  state.Location
	workspace *memory.Workspace
	temporary string // the folder of an index that is not kept; empty when it is
}

const memoryIndex = "memory_index.db"

// OpenMemory opens the memory for its owner. The caller closes it.
func OpenMemory(l state.Location, f config.File) (*Memory, error) {
	if err := l.Ensure(); err != nil {
		return nil, err
	}
	c, err := f.Load()
	if err != nil {
		return nil, err
	}
	m := &Memory{Dir: c.Memory.Dir, location: l}
	index := l.Path(memoryIndex)
	if !l.Writable() { // the index is a cache: without a place for it, it is made anew each time
		if m.temporary, err = os.MkdirTemp("", "openprogram-index-"); err != nil { // mode 0700
			return nil, errMemory
		}
		index = filepath.Join(m.temporary, memoryIndex)
	}
	m.workspace = memory.Open(memory.Options{Dir: c.Memory.Dir, IndexPath: index, PendingDir: l.Path("memory_pending")})
	return m, nil
}

// Close closes the memory.
func (m *Memory) Close() {
	_ = m.workspace.Close()
	if m.temporary != "" {
		_ = os.RemoveAll(m.temporary)
	}
}

// Refresh indexes what is new, and tells how far it is.
func (m *Memory) Refresh(ctx context.Context, report memory.Progress) error {
	return memoryInWords(m.workspace.Refresh(ctx, report))
}

// Status says what the memory holds.
func (m *Memory) Status(ctx context.Context) (memory.Status, error) {
	s, err := m.workspace.Status(ctx)
	return s, memoryInWords(err)
}

// Search finds passages, the best first.
func (m *Memory) Search(ctx context.Context, query string, topK int, prefix string) ([]memory.Passage, error) {
	found, err := m.workspace.Search(ctx, query, topK, prefix)
	return found, memoryInWords(err)
}

// Add makes a note of a file, under its own name in a folder of the memory, and
// gives the note's path. A note that is there is never overwritten.
func (m *Memory) Add(ctx context.Context, file, folder string) (string, error) {
	name := filepath.Base(file)
	switch strings.ToLower(filepath.Ext(name)) {
	case ".md", ".markdown", ".txt":
		name = strings.TrimSuffix(name, filepath.Ext(name)) + ".md"
	default:
		return "", errNoteKind
	}
	text, err := readNote(file)
	if err != nil {
		return "", err
	}
	note := path.Join(folder, name)
	return note, memoryInWords(m.workspace.Add(ctx, note, bytes.NewReader(text)))
}

func readNote(file string) ([]byte, error) {
	info, err := os.Stat(file)
	if err != nil || !info.Mode().IsRegular() {
		return nil, errNotReadable
	}
	f, err := os.Open(file)
	if err != nil {
		return nil, errNotReadable
	}
	defer f.Close()
	text, err := io.ReadAll(io.LimitReader(f, memory.MaxNote+1))
	switch {
	case err != nil:
		return nil, errNotReadable
	case len(text) > memory.MaxNote:
		return nil, errNoteSize
	case !utf8.Valid(text):
		return nil, errNoteText
	}
	return text, nil
}

// Pending lists what clients have asked to add, the oldest first.
func (m *Memory) Pending(ctx context.Context) ([]memory.Record, error) {
	records, err := m.workspace.Pending(ctx)
	return records, memoryInWords(err)
}

// Promote takes a pending addition over into the notes, and records that.
func (m *Memory) Promote(ctx context.Context, id string) (memory.Record, error) {
	return m.decide(ctx, "memory.promoted", id, m.workspace.Promote)
}

// Discard refuses a pending addition, and records that.
func (m *Memory) Discard(ctx context.Context, id string) (memory.Record, error) {
	record, err := m.decide(ctx, "memory.discarded", id, m.workspace.Discard)
	if errors.Is(err, errNoteExists) {
		err = errHalfPromoted
	}
	return record, err
}

// decide ends a pending addition in one way or the other.
func (m *Memory) decide(ctx context.Context, what, id string, how func(context.Context, string) (memory.Record, error)) (memory.Record, error) {
	var record memory.Record
	err := recorded(ctx, m.location, what, func() (map[string]any, error) {
		var err error
		record, err = how(ctx, id)
		if errors.Is(err, memory.ErrNotFound) {
			return nil, errNoRecord
		}
		return map[string]any{"source_id": id, "speaker_id": record.SpeakerID, "bytes": len(record.Text)}, memoryInWords(err)
	})
	return record, err
}

// memoryInWords turns an error of the memory into a line for the owner.
func memoryInWords(err error) error {
	switch {
	case err == nil:
		return nil
	case errors.Is(err, memory.ErrExists):
		return errNoteExists
	case errors.Is(err, memory.ErrPath):
		return errNoteName
	case errors.Is(err, memory.ErrTooLarge):
		return errNoteSize
	case errors.Is(err, memory.ErrConflict):
		return errNotesChanged
	}
	return errMemory
}
