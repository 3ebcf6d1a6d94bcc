package audit

import (
	"context"
	"errors"
)

// Verify reads the whole log and says whether it is as it was written. It
// changes nothing, and other processes may write meanwhile: what they add later
// is not looked at. The error is about reading; what is wrong with the log is in
// the Report. A folder that does not exist is an intact log without records.
func (l *Log) Verify(ctx context.Context) (Report, error) {
	s, err := l.snapshot(ctx)
	if err != nil {
		return Report{}, err
	}
	defer s.close()
	v := verifier{head: s.head, prev: noHash, next: 1}
	for _, file := range s.files {
		if err := v.read(ctx, s, file); err != nil {
			return Report{}, err
		}
		if v.report.Problem != nil {
			return v.report, nil
		}
	}
	v.end(s)
	return v.report, nil
}

// errProblem ends a scan: the problem is in the report.
var errProblem = errors.New("audit: problem found")

// verifier follows the chain.
type verifier struct {
	report Report
	head   position

	next   uint64 // the record that should come
	prev   string
	file   segment
	first  uint64 // the first record of the file, 0 before it was read
	offset int64  // after the last record
}

// read follows the chain through one file. Only the current file may end in half
// a line.
func (v *verifier) read(ctx context.Context, s *snapshot, file segment) error {
	v.report.Files++
	v.file, v.first, v.offset = file, 0, 0
	rest, err := s.scan(ctx, file, 0, v.record)
	older := file.path != ""
	switch {
	case errors.Is(err, errProblem):
	case errors.Is(err, errLongLine), older && rest > 0:
		v.problem(ProblemChanged)
	case err != nil:
		return err
	case older && v.first == 0:
		v.problem(ProblemMissing)
	}
	v.report.Unfinished = rest > 0
	return nil
}

func (v *verifier) problem(kind ProblemKind) error {
	if v.report.Problem == nil {
		v.report.Problem = &Problem{Seq: v.next, Kind: kind}
	}
	return errProblem
}

func (v *verifier) record(line []byte) error {
	r, ok := decodeRecord(line)
	if v.first == 0 {
		v.first = r.Seq
	}
	v.offset += int64(len(line))
	switch {
	case !ok:
		return v.problem(ProblemChanged)
	case r.Seq > v.next:
		return v.problem(ProblemMissing)
	case r.Seq < v.next, r.Prev != v.prev, v.file.path != "" && v.first != v.file.first:
		return v.problem(ProblemMisplaced)
	case r.Seq == v.head.Seq && (r.Hash != v.head.Hash || !v.endsHere()):
		return v.problem(ProblemHead)
	}
	v.next, v.prev = r.Seq+1, r.Hash
	v.report.Records++
	v.report.Last, v.report.Hash = r.Seq, r.Hash
	return nil
}

// endsHere reports whether head describes the place after the record just read:
// the end of this file, or the beginning of the next.
func (v *verifier) endsHere() bool {
	h := v.head
	return h.First == v.first && h.Offset == v.offset || h.First == h.Seq+1 && h.Offset == 0
}

// end compares the end of the records with head.
func (v *verifier) end(s *snapshot) {
	switch {
	case !s.hasHead && v.report.Records == 0:
	case !s.goodHead:
		v.problem(ProblemHead)
	case s.head.Seq >= v.next:
		v.problem(ProblemCut)
	default:
		v.report.Unfinished = v.report.Unfinished || v.next > s.head.Seq+1
	}
}
