package doctor

// Verdict says how a check came out.
type Verdict string

// The verdicts.
const (
	OK   Verdict = "ok"
	Warn Verdict = "warn" // it works, but perhaps not as its owner wants
	Fail Verdict = "fail"
	Skip Verdict = "skip" // an earlier failure makes it pointless
)

// Check is one thing that was looked at.
type Check struct {
	Name    string  `json:"name"`
	Verdict Verdict `json:"verdict"`
	Detail  string  `json:"detail"`           // what is the case
	Remedy  string  `json:"remedy,omitempty"` // what to do about it; with every failure
}

func (e *examination) ok(name, detail string) { e.told(Check{Name: name, Verdict: OK, Detail: detail}) }

func (e *examination) warn(name, detail, remedy string) {
	e.told(Check{Name: name, Verdict: Warn, Detail: detail, Remedy: remedy})
}

func (e *examination) fail(name, detail, remedy string) {
	e.told(Check{Name: name, Verdict: Fail, Detail: detail, Remedy: remedy})
}

func (e *examination) skip(why string, names ...string) {
	for _, name := range names {
		e.told(Check{Name: name, Verdict: Skip, Detail: why})
	}
}
