package audit

import (
	"bytes"
	"context"
	"errors"
	"io"
	"io/fs"
	"os"
)

// catchUp makes sure that this process knows where the log ends. size is
// that of head.
func (l *Log) catchUp(size int64) error {
	raw, err := readHead(l.head, size)
	if err != nil {
		return err
	}
	if l.follow(raw) {
		return nil
	}
	l.dropFile()
	if err := l.settle(raw); err != nil {
		l.dropFile()
		return err
	}
	return nil
}

// follow is the fast way: nobody has written, or others have written to the file
// that is open here.
func (l *Log) follow(raw []byte) bool {
	if l.file == nil {
		return false
	}
	at := l.at
	if !bytes.Equal(raw, l.raw) {
		var ok bool
		if at, ok = parseHead(raw); !ok {
			return false
		}
	}
	info, err := os.Lstat(l.currentPath())
	if err != nil || !os.SameFile(info, l.id) || info.Size() != at.Offset {
		return false
	}
	l.at, l.raw = at, raw
	return true
}

// settle finds the end of the log from head, and puts right what a process left
// that ended in the middle of its work.
func (l *Log) settle(raw []byte) error {
	at, err := l.startFrom(raw)
	if err != nil {
		return err
	}
	if at, err = l.finishRotation(at); err != nil {
		return err
	}
	if err := l.openCurrent(at); err != nil {
		return err
	}
	size := l.id.Size()
	if size < at.Offset {
		return ErrCut
	}
	if size > at.Offset {
		if at, err = l.repair(at, size); err != nil {
			return err
		}
	}
	return l.writeHead(at)
}

// startFrom reads head. A new one is empty, and then there must be no records:
// with records a head was there once.
func (l *Log) startFrom(raw []byte) (position, error) {
	if len(raw) > 0 {
		at, ok := parseHead(raw)
		if !ok {
			return position{}, ErrDamaged
		}
		return at, nil
	}
	older, err := l.olderFirsts()
	if err != nil {
		return position{}, err
	}
	info, err := os.Lstat(l.currentPath())
	if len(older) > 0 || err == nil && info.Size() > 0 {
		return position{}, ErrDamaged
	}
	at := beginning()
	return at, l.writeHead(at)
}

// finishRotation: when the file that head speaks of has its later name already,
// the next file has begun.
func (l *Log) finishRotation(at position) (position, error) {
	info, err := os.Lstat(l.olderPath(at.First))
	if errors.Is(err, fs.ErrNotExist) {
		return at, nil
	}
	if err != nil {
		return at, err
	}
	if info.Size() != at.Offset {
		return at, ErrDamaged
	}
	at.First, at.Offset = at.Seq+1, 0
	return at, nil
}

// openCurrent opens audit.jsonl. Only a file that holds nothing yet may be
// missing.
func (l *Log) openCurrent(at position) error {
	open := openPrivate
	if at.Offset == 0 {
		open = openOrCreate
	}
	file, err := open(l.currentPath(), os.O_RDWR|os.O_APPEND)
	if errors.Is(err, fs.ErrNotExist) {
		return ErrCut
	}
	if err != nil {
		return err
	}
	l.file = file
	l.id, err = file.Stat()
	return err
}

// repair takes in the whole records behind at, and removes half a line at the
// end. Both are what a crash leaves; anything else is not built upon.
func (l *Log) repair(at position, size int64) (position, error) {
	behind := io.NewSectionReader(l.file, at.Offset, size-at.Offset)
	taken := 0
	rest, err := scanLines(context.Background(), behind, func(line []byte) error {
		record, ok := decodeRecord(line)
		if !ok || record.Seq != at.Seq+1 || record.Prev != at.Hash {
			return ErrDamaged
		}
		at.Seq, at.Hash = record.Seq, record.Hash
		at.Offset += int64(len(line))
		taken++
		return nil
	})
	if err != nil {
		return at, err
	}
	if rest > 0 {
		if err := l.file.Truncate(at.Offset); err != nil {
			return at, err
		}
	}
	l.options.Logger.Warn("audit log repaired", "records", taken, "bytes_removed", rest)
	return at, nil
}
