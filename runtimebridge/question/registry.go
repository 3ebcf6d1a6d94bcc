package question

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"sync"
	"time"

	"github.com/openprogram/openprogram-go/runtimebridge"
)

// DefaultTimeout is how long a question waits for its answer.
const DefaultTimeout = 5 * time.Minute

// Asker puts a question to somebody and gives the answer back. It returns when
// ctx ends, which also means that the question has been settled elsewhere.
type Asker func(ctx context.Context, q runtimebridge.Question) runtimebridge.Answer

// Options configure a Registry.
type Options struct {
	// Timeout is how long one question waits. 0 means DefaultTimeout.
	Timeout time.Duration
}

// Registry holds the pending questions of this process. It may be used from
// many goroutines.
type Registry struct {
	timeout time.Duration

	mu      sync.Mutex
	pending map[string]*pending
}

// pending is a question that nobody has settled. Its context ends when somebody
// does, or when nobody can any more.
type pending struct {
	question runtimebridge.Question
	ctx      context.Context
	settle   context.CancelFunc
	answer   *runtimebridge.Answer // set once, under the registry's lock
}

// NewRegistry returns a Registry without questions.
func NewRegistry(options Options) *Registry {
	if options.Timeout <= 0 {
		options.Timeout = DefaultTimeout
	}
	return &Registry{timeout: options.Timeout, pending: map[string]*pending{}}
}

// Ask registers the question, has ask put it, and returns the first answer from
// anywhere. Without an Asker nobody can answer: the question is declined at
// once and never registered. It is declined as well when ctx ends and when the
// time is over. An empty id is replaced by a new one.
func (r *Registry) Ask(ctx context.Context, q runtimebridge.Question, ask Asker) runtimebridge.Answer {
	declined := runtimebridge.Answer{Verdict: runtimebridge.Declined}
	if ask == nil || ctx.Err() != nil {
		return declined
	}
	if q.ID == "" {
		q.ID = newID()
	}
	ctx, cancel := context.WithTimeout(ctx, r.timeout)
	defer cancel()
	p := &pending{question: q, ctx: ctx, settle: cancel}
	if !r.add(p) {
		return declined
	}
	defer r.remove(q.ID)
	r.claim(p, ask(ctx, q))
	r.mu.Lock()
	defer r.mu.Unlock()
	if p.answer == nil {
		return declined
	}
	return *p.answer
}

// Resolve answers a pending question. The first answer wins: false for an
// unknown id and for a question that has been settled.
func (r *Registry) Resolve(id string, answer runtimebridge.Answer) bool {
	r.mu.Lock()
	p := r.pending[id]
	r.mu.Unlock()
	return p != nil && r.claim(p, answer)
}

// DeclineSession declines the pending questions of one session and says how
// many there were. Those of other sessions are untouched.
func (r *Registry) DeclineSession(sessionID string) int {
	declined := 0
	for _, q := range r.Pending() {
		if q.SessionID == sessionID && r.Resolve(q.ID, runtimebridge.Answer{Verdict: runtimebridge.Declined}) {
			declined++
		}
	}
	return declined
}

// Pending lists the questions that wait for an answer, in no order.
func (r *Registry) Pending() []runtimebridge.Question {
	r.mu.Lock()
	defer r.mu.Unlock()
	list := make([]runtimebridge.Question, 0, len(r.pending))
	for _, p := range r.pending {
		if p.ctx.Err() == nil {
			list = append(list, p.question)
		}
	}
	return list
}

// claim settles the question unless it has been settled or its time is over.
func (r *Registry) claim(p *pending, answer runtimebridge.Answer) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	if p.ctx.Err() != nil {
		return false
	}
	p.answer = &answer
	p.settle()
	return true
}

// add refuses an id that is pending: two questions would share one answer.
func (r *Registry) add(p *pending) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	if _, taken := r.pending[p.question.ID]; taken {
		return false
	}
	r.pending[p.question.ID] = p
	return true
}

func (r *Registry) remove(id string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	delete(r.pending, id)
}

func newID() string {
	var b [6]byte
	rand.Read(b[:]) // never fails
	return hex.EncodeToString(b[:])
}
