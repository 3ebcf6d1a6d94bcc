package audit

import (
	"context"
	"errors"
	"slices"
	"time"

	"github.com/openprogram/openprogram-go/runtimebridge"
)

// Filter selects records. Its zero value selects all.
type Filter struct {
	Types    []runtimebridge.AuditType // one of these; empty: any
	Origin   string                    // exactly this; empty: any
	Session  string                    // the payload's session_id; empty: any
	After    time.Time                 // later than this; zero: no bound
	Before   time.Time                 // earlier than this; zero: no bound
	AfterSeq uint64                    // with a greater number
	Limit    int                       // the newest ones only; 0: all
}

func (f Filter) selects(r Record) bool {
	session, _ := r.Payload["session_id"].(string)
	return (len(f.Types) == 0 || slices.Contains(f.Types, r.Type)) &&
		(f.Origin == "" || r.Origin == f.Origin) &&
		(f.Session == "" || session == f.Session) &&
		(f.After.IsZero() || r.Time.After(f.After)) &&
		(f.Before.IsZero() || r.Time.Before(f.Before)) &&
		r.Seq > f.AfterSeq
}

// Read calls each for the selected records, oldest first, as of now. An error of
// each ends it and is returned. Lines that cannot be read are left out, and then
// the error is ErrDamaged, after everything else was told. Read does not check
// the chain: see Verify.
func (l *Log) Read(ctx context.Context, f Filter, each func(Record) error) error {
	_, damaged, err := l.readFrom(ctx, place{}, f, each)
	if err == nil && damaged {
		return ErrDamaged
	}
	return err
}

// Follow is Read, and then goes on with new records as they are written, until
// ctx ends, each fails, or the log cannot be read. The error says which. The
// limit holds for the records that are there at the start.
func (l *Log) Follow(ctx context.Context, f Filter, each func(Record) error) error {
	ticker := time.NewTicker(l.options.Poll)
	defer ticker.Stop()
	var at place
	for {
		var err error
		if at, _, err = l.readFrom(ctx, at, f, each); err != nil {
			return err
		}
		if at.first == unknownFirst { // no telling which file this was
			return ErrDamaged
		}
		f.Limit = 0
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-ticker.C:
		}
	}
}

// place is how far a reader has come: an offset in a file.
type place struct {
	first  uint64
	offset int64
}

// readFrom tells the records after a place and gives the new place.
func (l *Log) readFrom(ctx context.Context, at place, f Filter, each func(Record) error) (place, bool, error) {
	s, err := l.snapshot(ctx)
	if err != nil {
		return at, false, err
	}
	defer s.close()
	r := reader{place: at, filter: f, newest: newest{limit: max(0, f.Limit), each: each}}
	for _, file := range s.files {
		if err := r.read(ctx, s, file); err != nil {
			return r.place, r.damaged, err
		}
	}
	return r.place, r.damaged, r.newest.flush()
}

// reader goes through the files of one snapshot.
type reader struct {
	place
	filter  Filter
	newest  newest
	damaged bool
}

func (r *reader) read(ctx context.Context, s *snapshot, file segment) error {
	switch {
	case file.first < r.first:
		return nil
	case file.first > r.first:
		r.place = place{first: file.first}
	case file.path == "" && file.size < r.offset:
		return ErrCut
	}
	_, err := s.scan(ctx, file, r.offset, r.line)
	if errors.Is(err, errLongLine) {
		r.damaged = true
		return nil
	}
	return err
}

func (r *reader) line(line []byte) error {
	r.offset += int64(len(line))
	record, ok := readRecord(line)
	if !ok {
		r.damaged = true
		return nil
	}
	if !r.filter.selects(record) {
		return nil
	}
	return r.newest.add(record)
}

// newest passes records on, or keeps the last ones until flush.
type newest struct {
	limit int
	each  func(Record) error
	kept  []Record
}

func (n *newest) add(r Record) error {
	if n.limit <= 0 {
		return n.each(r)
	}
	if len(n.kept) == 2*n.limit {
		n.kept = append(n.kept[:0], n.kept[n.limit:]...)
	}
	n.kept = append(n.kept, r)
	return nil
}

func (n *newest) flush() error {
	for _, r := range n.kept[max(0, len(n.kept)-n.limit):] {
		if err := n.each(r); err != nil {
			return err
		}
	}
	return nil
}
