package memory

import (
	"context"

	"github.com/openprogram/openprogram-go/authority"
	"github.com/openprogram/openprogram-go/runtimebridge/memory/internal/folder"
	"github.com/openprogram/openprogram-go/runtimebridge/memory/internal/index"
	"github.com/openprogram/openprogram-go/runtimebridge/memory/internal/markdown"
	"golang.org/x/text/unicode/norm"
)

// Update is a group of additions, made all or not at all.
type Update struct {
	BaseRevision string // the revision that the caller has seen
	Changes      []Change
	Note         string // why; kept with records

	Grant  authority.Grant // who asks: an owner's additions go to the notes, others become records
	Origin string          // by which request
	// Commit runs the write, unless the call has been cancelled. Nil runs it.
	Commit func(write func() error) error
}

// Updated is what an update has done.
type Updated struct {
	Revision string
	IDs      []string // of the records, in the order of the changes; none for an owner
}

// Update makes additions. ErrConflict says that BaseRevision is not the present
// one, or that a note was changed meanwhile: nothing was written.
func (w *Workspace) Update(ctx context.Context, u Update) (Updated, error) {
	if err := checkChanges(u.Changes); err != nil {
		return Updated{}, err
	}
	release, err := w.lock(ctx, updateLock)
	if err != nil {
		return Updated{}, err
	}
	defer release()
	if err := w.expect(ctx, u.BaseRevision); err != nil {
		return Updated{}, err
	}
	result := Updated{}
	target := w.notes.folder
	var writes []folder.Write
	if u.Grant.Tier == authority.TierOwner {
		writes, err = w.additions(ctx, u.Changes)
	} else {
		target = w.records.folder
		writes, result.IDs, err = w.newRecords(ctx, u)
	}
	if err != nil {
		return Updated{}, err
	}
	if err := commit(u.Commit, func() error { return outcome(target.Write(writes...)) }); err != nil {
		return Updated{}, err
	}
	err = w.fresh(ctx, nil, func() error { result.Revision = w.revision(); return nil })
	return result, err
}

func commit(within func(func() error) error, write func() error) error {
	if within == nil {
		return write()
	}
	return within(write)
}

// expect reports ErrConflict unless that is the present revision.
func (w *Workspace) expect(ctx context.Context, revision string) error {
	return w.fresh(ctx, nil, func() error {
		if w.revision() != revision {
			return ErrConflict
		}
		return nil
	})
}

// additions gives the notes as the changes make them, each note once.
func (w *Workspace) additions(ctx context.Context, changes []Change) ([]folder.Write, error) {
	var writes []folder.Write
	place := map[string]int{} // of a note in writes, by its path in normal form C
	for _, c := range changes {
		key := norm.NFC.String(c.Path)
		i, ok := place[key]
		if !ok {
			write, err := w.open(ctx, c.Path)
			if err != nil {
				return nil, err
			}
			i = len(writes)
			place[key] = i
			writes = append(writes, write)
		}
		writes[i].Content = markdown.Append(writes[i].Content, c.Heading, c.Text)
		if len(writes[i].Content) > MaxNote {
			return nil, ErrTooLarge
		}
	}
	return writes, nil
}

// open begins a write with what is in a note, or with nothing when there is none.
func (w *Workspace) open(ctx context.Context, path string) (folder.Write, error) {
	var note index.Note
	var known bool
	err := w.alone(ctx, func() error { note, known = w.notes.find(path); return nil })
	switch {
	case err != nil:
		return folder.Write{}, err
	case !known:
		return folder.Write{Path: path}, nil
	case note.Status != index.Readable:
		return folder.Write{}, ErrTooLarge
	}
	file, err := w.notes.folder.Read(note.Path)
	if err != nil {
		return folder.Write{}, outcome(err)
	}
	if digest(noteSource, note.Path, file.Content) != note.Digest {
		return folder.Write{}, ErrConflict
	}
	return folder.Write{Path: note.Path, Content: file.Content, Old: &file}, nil
}

// newRecords gives the files of new records, one for each change.
func (w *Workspace) newRecords(ctx context.Context, u Update) (writes []folder.Write, ids []string, err error) {
	size := int64(0)
	for _, c := range u.Changes {
		record := Record{
			ID: newRecordID(), Path: c.Path, Heading: c.Heading, Text: c.Text, Note: clip(u.Note, maxReason),
			SpeakerID: u.Grant.SpeakerID, SpeakerDisplay: u.Grant.SpeakerDisplay, PrincipalID: u.Grant.PrincipalID,
			Origin: u.Origin, Time: w.options.Now().UTC(),
		}
		content, err := record.encode()
		if err != nil {
			return nil, nil, err
		}
		size += int64(len(content))
		ids = append(ids, record.ID)
		writes = append(writes, folder.Write{Path: record.ID + recordSuffix, Content: content})
	}
	err = w.alone(ctx, func() error {
		if len(w.records.notes)+len(writes) > maxRecords || w.records.bytes+size > maxRecordBytes {
			return ErrTooLarge
		}
		return nil
	})
	return writes, ids, err
}
