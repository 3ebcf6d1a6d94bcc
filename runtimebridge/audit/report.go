package audit

import "fmt"

// Report is what Verify found.
type Report struct {
	Records uint64 // that are intact, up to the first problem
	Files   int
	Last    uint64 // the last intact record, 0 when there is none
	Hash    string // its hash: kept elsewhere, it dates the log
	// Unfinished is set when a process ended in the middle of an Append. The
	// next Append puts it right; nothing is lost.
	Unfinished bool
	// Problem is the first thing that is wrong, nil for an intact log.
	Problem *Problem
}

// Intact reports whether nothing is wrong.
func (r Report) Intact() bool { return r.Problem == nil }

// ProblemKind says what is wrong with a log.
type ProblemKind string

// The kinds of problem.
const (
	// ProblemChanged: the line is not the one that was written.
	ProblemChanged ProblemKind = "changed"
	// ProblemMissing: the record is not where it should be; a later one is.
	ProblemMissing ProblemKind = "missing"
	// ProblemMisplaced: an earlier record, or one of another log, stands here.
	ProblemMisplaced ProblemKind = "misplaced"
	// ProblemCut: the log ends before the record that head names.
	ProblemCut ProblemKind = "cut"
	// ProblemHead: head is missing, damaged, or contradicts the log.
	ProblemHead ProblemKind = "head"
)

// Problem is the first thing that is wrong with a log.
type Problem struct {
	Seq  uint64 // the record that should be at the place
	Kind ProblemKind
}

// String says it in one line.
func (p Problem) String() string {
	switch p.Kind {
	case ProblemChanged:
		return fmt.Sprintf("record %d was changed", p.Seq)
	case ProblemMissing:
		return fmt.Sprintf("record %d is missing", p.Seq)
	case ProblemMisplaced:
		return fmt.Sprintf("another record stands in the place of record %d", p.Seq)
	case ProblemCut:
		return fmt.Sprintf("the log ends before record %d, which was written", p.Seq)
	default:
		return fmt.Sprintf("head is missing or does not fit the log at record %d", p.Seq)
	}
}
