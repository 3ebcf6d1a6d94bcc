package memory

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"strings"

	"github.com/openprogram/openprogram-go/runtimebridge/memory/internal/folder"
	"github.com/openprogram/openprogram-go/runtimebridge/memory/internal/markdown"
)

// Promote takes a record over: its text goes into the note, and the record goes.
// It is for the owner. After a crash half way, promoting it again ends what was
// begun and adds nothing twice.
func (w *Workspace) Promote(ctx context.Context, id string) (Record, error) {
	return w.promote(ctx, id, nil)
}

func (w *Workspace) promote(ctx context.Context, id string, within func(func() error) error) (Record, error) {
	release, err := w.lock(ctx, updateLock)
	if err != nil {
		return Record{}, err
	}
	defer release()
	if err := w.fresh(ctx, nil, func() error { return nil }); err != nil {
		return Record{}, err
	}
	record, file, err := w.record(id + recordSuffix)
	if err != nil {
		return Record{}, err
	}
	note, err := w.open(ctx, record.Path)
	if err != nil {
		return Record{}, err
	}
	done := record.appliedTo(note)
	if !done {
		note.Content = markdown.Append(note.Content, record.Heading, record.Text)
	}
	if len(note.Content) > MaxNote {
		return Record{}, ErrTooLarge
	}
	err = commit(within, func() error {
		if !done {
			if err := w.apply(record, file, note); err != nil {
				return outcome(err)
			}
		}
		return w.records.folder.Remove(id + recordSuffix)
	})
	return record, err
}

// apply notes down in the record what the note is about to become, and writes
// the note.
func (w *Workspace) apply(record Record, file folder.File, note folder.Write) error {
	record.Applying = &Applying{Path: note.Path, After: contentHash(note.Content)}
	content, err := record.encode()
	if err != nil {
		return err
	}
	marked := folder.Write{Path: record.ID + recordSuffix, Content: content, Old: &file}
	if err := w.records.folder.Write(marked); err != nil {
		return err
	}
	return w.notes.folder.Write(note)
}

// appliedTo reports whether the record was being taken over and the note has its
// text: it is as it was to become, or was changed since and still has it.
func (r Record) appliedTo(note folder.Write) bool {
	if r.Applying == nil || r.Applying.Path != note.Path {
		return false
	}
	text := strings.TrimSpace(markdown.Text([]byte(r.Text)))
	return r.Applying.After == contentHash(note.Content) || strings.Contains(markdown.Text(note.Content), text)
}

func contentHash(content []byte) string {
	sum := sha256.Sum256(content)
	return hex.EncodeToString(sum[:])
}
