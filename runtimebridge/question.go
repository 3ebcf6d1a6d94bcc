package runtimebridge

// QuestionKind says what a question wants.
type QuestionKind string

// The kinds of question.
const (
	QuestionApproval QuestionKind = "approval" // may this tool call run?
	QuestionText     QuestionKind = "text"     // a plain question with a free answer
)

// Question is something a turn needs somebody to decide.
type Question struct {
	ID        string
	SessionID string
	Kind      QuestionKind
	Prompt    string
	Tool      string // for an approval: the tool's name
	Detail    string // for an approval: what exactly would run, as JSON of the arguments
	Rule      string // for an approval: the allow rule that AllowedAlways stores; empty when none can
}

// Verdict is how a question was settled.
type Verdict string

// The verdicts. A question that nobody can answer is declined.
const (
	Declined      Verdict = "declined"
	AllowedOnce   Verdict = "once"
	AllowedAlways Verdict = "always" // also stores one exact allow rule
	Answered      Verdict = "answered"
)

// Answer settles a question.
type Answer struct {
	Verdict Verdict
	Text    string // for Answered
}
