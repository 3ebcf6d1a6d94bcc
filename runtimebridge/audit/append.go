package audit

import (
	"context"
	"os"

	"github.com/openprogram/openprogram-go/runtimebridge"
)

// Append writes one record. kind is made of lower-case letters, digits, dots and
// underscores. A payload value is nil, a boolean, a number, a string, or a list
// of at most 256 strings; a time.Duration is written in milliseconds. Strings
// are cut to 256 bytes, invalid UTF-8 is replaced, and a string under a key that
// speaks of a secret is not written. Anything else, more than 64 keys or more
// than 64 KiB together, is ErrPayload.
//
// When it returns nil the record is in the log, in order, whatever other
// processes write. It is not forced to the disk.
func (l *Log) Append(ctx context.Context, kind runtimebridge.AuditType, origin string, payload map[string]any) error {
	e, err := l.newEntry(kind, origin, payload)
	if err != nil {
		return err
	}
	return l.exclusively(ctx, func() error { return l.write(e) })
}

// write adds the record, then moves head. If either fails the log is put back to
// where it was.
func (l *Log) write(e entry) error {
	line, hash := e.seal(l.at.Seq+1, l.options.Now(), l.at.Hash)
	if l.at.Offset > 0 && l.at.Offset+int64(len(line)) > l.options.FileSize {
		if err := l.rotate(); err != nil {
			return err
		}
	}
	before := l.at
	_, err := l.file.Write(line)
	if err == nil {
		next := position{First: before.First, Hash: hash, Offset: before.Offset + int64(len(line)), Seq: before.Seq + 1}
		err = l.writeHead(next)
	}
	if err != nil {
		l.undo(before)
	}
	return err
}

// undo takes a record back. What it cannot take back, the next Append finds
// behind head and repairs.
func (l *Log) undo(before position) {
	_ = l.file.Truncate(before.Offset)
	_ = l.writeHead(before)
}

// rotate gives the current file its later name and begins the next. Should the
// process end in between, finishRotation goes on from there.
func (l *Log) rotate() error {
	older := l.olderPath(l.at.First)
	if _, err := os.Lstat(older); err == nil {
		return ErrDamaged
	}
	if err := os.Rename(l.currentPath(), older); err != nil {
		return err
	}
	at := l.at
	at.First, at.Offset = at.Seq+1, 0
	l.dropFile()
	if err := l.openCurrent(at); err != nil {
		return err
	}
	return l.writeHead(at)
}
