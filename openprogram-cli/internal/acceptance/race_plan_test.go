//go:build unix

package acceptance_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"time"
)

// raceEnd is how a process of a race is ended.
type raceEnd int

const (
	raceEOF     raceEnd = iota // the input ends
	raceCut                    // the input ends in the middle of a line
	raceSignal                 // one signal
	raceSignals                // two signals, one right after the other
	raceDeaf                   // the output is closed
	raceKill                   // no time for anything
	raceEnds
)

// raceKind is what a request asks for.
type raceKind int

const (
	racePrompt raceKind = iota // in a session that is there
	raceNew                    // in a new one
	raceCancel                 // prompt_cancel
	raceUpdate                 // a tool call with an effect
	raceRead                   // a tool call without one
	raceList                   // sessions_list
	raceGet                    // session_get
)

// raceStep is one thing that a client does.
type raceStep struct {
	pause   time.Duration // before it
	kind    raceKind
	id      string // of the request, as it stands on the wire
	session int    // which of the sessions that are there
	wait    int    // how long the model takes, in milliseconds

	cancels bool          // a cancel notification follows
	after   time.Duration // so much later
}

// racePlan is all that one process is put through. It follows from its random
// numbers alone.
type racePlan struct {
	process int
	steps   []raceStep
	end     raceEnd
	last    time.Duration // before the end
}

const (
	raceSteps    = 40
	raceSessions = 3
)

// newRacePlan draws a plan. Ids are unique in the whole run, but for a few that
// are used twice, and not more often, by one process: at the same time or one after
// the other.
func newRacePlan(random *rand.Rand, process int) racePlan {
	p := racePlan{process: process, end: raceEnd(random.IntN(int(raceEnds))), last: raceMoment(random, 15)}
	weights := []raceKind{racePrompt, racePrompt, racePrompt, raceNew, raceNew, raceCancel, raceCancel, raceUpdate, raceUpdate, raceRead, raceRead, raceList, raceGet}
	once := []string{}
	for n := range raceSteps {
		s := raceStep{
			kind: weights[random.IntN(len(weights))], session: random.IntN(raceSessions), wait: random.IntN(12),
			id: fmt.Sprintf(`"p%d-%d"`, process, n), cancels: random.IntN(3) == 0, after: raceMoment(random, 12), pause: raceMoment(random, 6),
		}
		if i := random.IntN(8 * raceSteps); i < len(once) {
			s.id = once[i]
			once = slices.Delete(once, i, i+1)
		} else {
			once = append(once, s.id)
		}
		p.steps = append(p.steps, s)
	}
	return p
}

// raceMoment is no time at all as often as some.
func raceMoment(random *rand.Rand, milliseconds int) time.Duration {
	return max(0, time.Duration(random.IntN(2*milliseconds*1000)-milliseconds*1000)*time.Microsecond)
}

// prompt is the text of a step's prompt: nobody else says the same, and it tells
// the model how long to think.
func (p racePlan) prompt(n int) string {
	return fmt.Sprintf("p%d.%d wait %d", p.process, n, p.steps[n].wait)
}
