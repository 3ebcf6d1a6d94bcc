package main

import (
	"sync"
	"time"
)

// request is one that was sent and is due exactly one answer.
type request struct {
	id   string // as it stands on the wire
	kind string // under which its latency is kept; empty for not at all
	sent time.Time

	// judge says what is wrong with an answer; an empty verdict means nothing.
	judge func(answer) (verdict, string)
	// settled is called once, with the answer or, if none can come any more, nil.
	settled func(*answer)

	cancellable bool // somebody has asked to cancel it, or has ended its connection
	ending      bool // its connection has been ended
	claimed     bool // a prompt_cancel says that it has cancelled it
	progress    int  // the last number that was reported
}

// ledger keeps the requests of one connection against its answers. It knows
// nothing of processes: lines go in, faults come out.
type ledger struct {
	name     string
	findings *findings
	timings  *timings

	mu       sync.Mutex
	open     map[string]*request
	answered map[string]answer
	nameless int // frames without a readable id that were sent, less the answers to them
}

func newLedger(name string, findings *findings, timings *timings) *ledger {
	return &ledger{name: name, findings: findings, timings: timings, open: map[string]*request{}, answered: map[string]answer{}}
}

// expect notes a request before it is sent.
func (l *ledger) expect(r *request) {
	l.mu.Lock()
	defer l.mu.Unlock()
	r.sent = time.Now()
	l.open[r.id] = r
}

// expectNameless notes a frame whose answer has the id null.
func (l *ledger) expectNameless() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.nameless++
}

// allowCancel notes that a request may be answered as cancelled from now on.
func (l *ledger) allowCancel(id string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if r := l.open[id]; r != nil {
		r.cancellable = true
	}
}

// beginEnd notes that the connection is being ended: what is open may be cancelled
// by that, or, if it has completed and is still being written down, given up.
func (l *ledger) beginEnd() {
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, r := range l.open {
		r.cancellable, r.ending = true, true
	}
}

// claim notes that a prompt_cancel says it has cancelled a request: then that has
// been or will be answered as cancelled.
func (l *ledger) claim(id string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if r := l.open[id]; r != nil {
		r.claimed = true
	} else if a, known := l.answered[id]; !known || !a.cancelled() {
		l.findings.add(wrongAnswer, l.name, "request %s was not cancelled, and prompt_cancel says so", id)
	}
}

// take is given every line that the server writes.
func (l *ledger) take(line []byte) {
	f, err := parse(line)
	switch {
	case err != nil:
		l.findings.add(brokenFrame, l.name, "%v: %.200q", err, line)
	case f.Method != "":
		l.takeProgress(f)
	case string(f.ID) == "null":
		l.mu.Lock()
		l.nameless--
		l.mu.Unlock()
	default:
		l.takeAnswer(string(f.ID), f.answer())
	}
}

func (l *ledger) takeProgress(f frame) {
	l.mu.Lock()
	defer l.mu.Unlock()
	r := l.open[`"`+f.Params.Token+`"`] // the token is the id
	switch {
	case r == nil:
		l.findings.add(oddProgress, l.name, "of %q, which is not running", f.Params.Token)
	case f.Params.Progress <= r.progress:
		l.findings.add(oddProgress, l.name, "%d after %d", f.Params.Progress, r.progress)
	default:
		r.progress = f.Params.Progress
	}
}

func (l *ledger) takeAnswer(id string, a answer) {
	l.mu.Lock()
	r := l.open[id]
	_, again := l.answered[id]
	delete(l.open, id)
	if r != nil {
		l.answered[id] = answer{code: a.code, message: a.message}
	}
	l.mu.Unlock()
	switch {
	case again:
		l.findings.add(doubledAnswer, l.name, "to request %s", id)
	case r == nil:
		l.findings.add(strayAnswer, l.name, "with the id %s", id)
	default:
		l.judge(r, a)
	}
}

func (l *ledger) judge(r *request, a answer) {
	switch {
	case a.cancelled() && r.cancellable, r.ending && a.isError && a.text == gaveUpText:
	case r.claimed:
		l.findings.add(wrongAnswer, l.name, "request %s was cancelled, and is answered with %.200q", r.id, a.text+a.message)
	default:
		v, detail := r.judge(a)
		l.findings.add(v, l.name, "request %s: %s", r.id, detail)
		l.timings.add(r.kind, time.Since(r.sent))
	}
	if r.settled != nil {
		r.settled(&a)
	}
}

// close is for the time after the last line. complete says that everything sent
// had to be answered.
func (l *ledger) close(complete bool) {
	l.mu.Lock()
	left := l.open
	l.open = map[string]*request{}
	nameless := l.nameless
	l.mu.Unlock()
	for _, r := range left {
		if complete {
			l.findings.add(lostAnswer, l.name, "to request %s (%s)", r.id, r.kind)
		}
		if r.settled != nil {
			r.settled(nil)
		}
	}
	switch {
	case nameless < 0:
		l.findings.add(doubledAnswer, l.name, "%d more than the frames that are nobody's", -nameless)
	case nameless > 0 && complete:
		l.findings.add(lostAnswer, l.name, "%d to frames that are nobody's", nameless)
	}
}

func (l *ledger) nothingAnswered() bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	return len(l.answered) == 0
}

// cancelledIDs are the requests that were answered as cancelled.
func (l *ledger) cancelledIDs() []string {
	l.mu.Lock()
	defer l.mu.Unlock()
	var ids []string
	for id, a := range l.answered {
		if a.cancelled() {
			ids = append(ids, id)
		}
	}
	return ids
}
