package main

import (
	"slices"
	"sync"
)

// session is one conversation of a client.
type session struct {
	mu      sync.Mutex
	id      string
	said    []string // the prompts that were answered, oldest first
	running string   // the id of the prompt that runs, empty for none
	cancels int      // prompt_cancel calls that are under way
}

// turnsOfASession is how many a session has before its client begins another, so
// that all stay about as long and a run can be compared with itself.
const turnsOfASession = 20

// begin takes the session for a prompt. It reports false when one runs, or when a
// prompt_cancel could hit a later one than it was meant for.
func (s *session) begin(request string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.running != "" || s.cancels > 0 {
		return false
	}
	s.running = request
	return true
}

// end frees the session. said is the prompt, if it was answered.
func (s *session) end(said string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.running = ""
	if said != "" {
		s.said = append(s.said, said)
	}
}

// beginCancel gives the prompt that a prompt_cancel may hit, empty for none.
func (s *session) beginCancel() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.cancels++
	return s.running
}

func (s *session) endCancel() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.cancels--
}

// answered are the prompts that a session is known to hold at this moment.
func (s *session) answered() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.said)
}

// over reports whether the session has had its turns.
func (s *session) over() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.running == "" && len(s.said) >= turnsOfASession
}

// client is one user of the product, over all connections that it has had.
type client struct {
	number int

	mu       sync.Mutex
	sessions []*session
}

const sessionsOfAClient = 4

// idle takes one of the client's sessions for a prompt; nil when each is busy or
// the client has to begin another one.
func (c *client) idle(request string) *session {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.sessions = slices.DeleteFunc(c.sessions, (*session).over)
	if len(c.sessions) < sessionsOfAClient {
		return nil
	}
	for _, s := range c.sessions {
		if s.begin(request) {
			return s
		}
	}
	return nil
}

// any is one of the client's sessions, the n-th modulo their number; nil when
// there is none.
func (c *client) any(n int) *session {
	c.mu.Lock()
	defer c.mu.Unlock()
	if len(c.sessions) == 0 {
		return nil
	}
	return c.sessions[n%len(c.sessions)]
}

// add keeps a session that the client has begun.
func (c *client) add(s *session) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.sessions = append(c.sessions, s)
}
