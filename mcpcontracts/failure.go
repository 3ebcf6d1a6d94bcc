package mcpcontracts

// Failure is a failed call of a wrapper tool other than tool_call: a result with
// isError and one fixed payload. As an error it can be compared with errors.Is.
type Failure string

// The failures.
const (
	FailureSessionData     Failure = "session data unavailable"    // the store, or a stored session, cannot be read
	FailureSessionNotFound Failure = "session not found"           // session_get of an unknown id
	FailureSessionBusy     Failure = "session is busy"             // a turn of this session runs already, in any process
	FailurePrompt          Failure = "prompt execution failed"     // every other failure of prompt_send
	FailureSerialization   Failure = "result serialization failed" // the result has no JSON form
)

// Error is the text of the failure.
func (f Failure) Error() string { return string(f) }

// Payload is the text block of the failure: {"error":"..."}.
func (f Failure) Payload() string { return `{"error":"` + string(f) + `"}` }

// DecodeFailure reads the text block of a result with isError. It reports false
// for a text that is none of the failures.
func DecodeFailure(text string) (Failure, bool) {
	for _, f := range []Failure{
		FailureSessionData, FailureSessionNotFound, FailureSessionBusy, FailurePrompt, FailureSerialization,
	} {
		if text == f.Payload() {
			return f, true
		}
	}
	return "", false
}
