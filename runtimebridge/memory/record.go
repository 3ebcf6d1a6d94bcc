package memory

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"time"

	"github.com/openprogram/openprogram-go/runtimebridge/memory/internal/folder"
)

const (
	recordSuffix = ".json"
	// maxRecord is how many bytes the file of a record may have: all of a change
	// escaped, and room for the rest.
	maxRecord = 6*maxText + 64<<10
	// There may be so many records, and so many bytes of them, at a time.
	maxRecords     = 10_000
	maxRecordBytes = 256 << 20
)

// Record is an addition that a paired client has asked for and the owner has not
// taken over yet.
type Record struct {
	ID             string    `json:"id"`
	Path           string    `json:"path"`
	Heading        string    `json:"heading,omitempty"`
	Text           string    `json:"text"`
	Note           string    `json:"note,omitempty"` // why, in the client's words
	SpeakerID      string    `json:"speaker_id"`
	SpeakerDisplay string    `json:"speaker_display"`
	PrincipalID    string    `json:"principal_id"`
	Origin         string    `json:"origin"` // who asked and by which request
	Time           time.Time `json:"time"`
	// Applying is set while the record is being taken over, so that a crash half
	// way does not add the text twice.
	Applying *Applying `json:"applying,omitempty"`
}

// Applying says what a note is to become, as SHA-256 in hex.
type Applying struct {
	Path  string `json:"path"`
	After string `json:"after"`
}

var errNoRecord = errors.New("memory: the file is not a pending record")

func newRecordID() string {
	var random [8]byte
	rand.Read(random[:]) // never fails
	return "p" + hex.EncodeToString(random[:])
}

func isRecordID(id string) bool {
	return len(id) == 17 && id[0] == 'p' && strings.Trim(id[1:], "0123456789abcdef") == ""
}

// decodeRecord reads a record from its file. What does not hold what a record
// must is none, and no other name than its own leads to it.
func decodeRecord(name string, content []byte) (Record, error) {
	var r Record
	if err := json.Unmarshal(content, &r); err != nil {
		return Record{}, errNoRecord
	}
	change := Change{Path: r.Path, Heading: r.Heading, Text: r.Text}
	if !isRecordID(r.ID) || name != r.ID+recordSuffix || change.check() != nil {
		return Record{}, errNoRecord
	}
	return r, nil
}

// encode gives the record's file.
func (r Record) encode() ([]byte, error) {
	content, err := json.MarshalIndent(r, "", "  ")
	return append(content, '\n'), err
}

// Speaker names who asked for the addition, on one line.
func (r Record) Speaker() string {
	return strings.Join(strings.Fields(oneLine(r.SpeakerDisplay)+" "+oneLine(r.SpeakerID)), " ")
}

// Pending lists the records, oldest first.
func (w *Workspace) Pending(ctx context.Context) ([]Record, error) {
	var names []string
	err := w.fresh(ctx, nil, func() error {
		names = w.records.paths("")
		return nil
	})
	if err != nil {
		return nil, err
	}
	records := make([]Record, 0, len(names))
	for _, name := range names {
		record, _, err := w.record(name)
		if errors.Is(err, ErrNotFound) {
			continue // taken over meanwhile
		}
		if err != nil {
			return nil, err
		}
		records = append(records, record)
	}
	slices.SortStableFunc(records, func(a, b Record) int { return a.Time.Compare(b.Time) })
	return records, nil
}

// record reads a record's file. No other name than a record's leads anywhere.
func (w *Workspace) record(name string) (Record, folder.File, error) {
	if !isRecordID(strings.TrimSuffix(name, recordSuffix)) {
		return Record{}, folder.File{}, ErrNotFound
	}
	file, err := w.records.folder.Read(name)
	if err != nil {
		return Record{}, file, outcome(err)
	}
	record, err := decodeRecord(name, file.Content)
	if err != nil {
		return Record{}, file, ErrNotFound
	}
	return record, file, nil
}
