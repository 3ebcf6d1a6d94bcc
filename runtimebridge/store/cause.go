package store

import (
	"context"
	"errors"
	"io/fs"

	"github.com/openprogram/openprogram-go/runtimebridge"
)

// CauseUnknown is the word for what no other one is for.
const CauseUnknown = "unknown"

// causes are the errors that keep a whole store from being used, each with its
// word. The first that fits counts.
var causes = []struct {
	err  error
	word string
}{
	{ErrNewerSchema, "newer_schema"},
	{ErrForeignFile, "not_a_database"},
	{ErrUnsafeFile, "unsafe_file"},
	{ErrDamaged, "damaged"},
	{ErrLocked, "locked"},
	{ErrReadOnly, "read_only"},
	{ErrNoSpace, "disk_full"},
	{fs.ErrPermission, "no_permission"},
}

// others are the errors that are about one request and not about the store.
var others = []error{
	runtimebridge.ErrSessionNotFound, runtimebridge.ErrSessionBusy, runtimebridge.ErrClosed,
	ErrStaleTurn, ErrExists, ErrFull, ErrInvalid,
	context.Canceled, context.DeadlineExceeded,
}

// Cause says in one word why a store cannot be used, for logs: the text of an
// error may hold anything, a word of this function never holds a path or a value.
// It is "" for nil and for an error that is about one request only, and CauseUnknown
// for one that this package has no word for.
func Cause(err error) string {
	if err == nil {
		return ""
	}
	for _, c := range causes {
		if errors.Is(err, c.err) {
			return c.word
		}
	}
	for _, other := range others {
		if errors.Is(err, other) {
			return ""
		}
	}
	return CauseUnknown
}
