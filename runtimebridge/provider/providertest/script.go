package providertest

import (
	"context"
	"slices"
	"sync"

	"github.com/openprogram/openprogram-go/runtimebridge/provider"
)

// Name is the name of every Script.
const Name = "script"

// Script is a provider that plays one Reply for each request, in order. It may
// be used from many goroutines.
type Script struct {
	mu       sync.Mutex
	replies  []Reply
	requests []provider.Request
	again    bool // the last reply is played for ever
	running  int
}

var _ provider.Provider = (*Script)(nil)

// New returns a Script of these replies. A request beyond the last one fails
// with CodeBadReply.
func New(replies ...Reply) *Script { return &Script{replies: slices.Clone(replies)} }

// Forever returns a Script that gives the same reply to every request.
func Forever(reply Reply) *Script { return &Script{replies: []Reply{reply}, again: true} }

// Name is the constant Name.
func (s *Script) Name() string { return Name }

// Stream plays the next reply. A request that Check refuses fails with
// CodeBadRequest and uses up no reply.
func (s *Script) Stream(ctx context.Context, req provider.Request, emit func(provider.Event)) (provider.Reply, error) {
	reply, err := s.next(req)
	if err != nil {
		return provider.Reply{}, err
	}
	defer s.done()
	return reply.play(ctx, req, emit)
}

// Requests gives the requests so far, oldest first. They are copies.
func (s *Script) Requests() []provider.Request {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.requests)
}

// Running is how many requests have not returned yet.
func (s *Script) Running() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.running
}

func (s *Script) next(req provider.Request) (Reply, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.requests = append(s.requests, detach(req))
	if err := Check(req); err != nil {
		return Reply{}, &provider.Error{Code: provider.CodeBadRequest, Detail: err.Error()}
	}
	if len(s.replies) == 0 {
		return Reply{}, &provider.Error{Code: provider.CodeBadReply, Detail: "the script has ended"}
	}
	reply := s.replies[0]
	if s.again {
		s.replies[0].Started = nil // closed by the first
	} else {
		s.replies = s.replies[1:]
	}
	s.running++
	return reply, nil
}

func (s *Script) done() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.running--
}

func detach(req provider.Request) provider.Request {
	req.Tools = slices.Clone(req.Tools)
	req.Messages = slices.Clone(req.Messages)
	for i, m := range req.Messages {
		req.Messages[i].Calls = slices.Clone(m.Calls)
		req.Messages[i].Images = slices.Clone(m.Images)
	}
	return req
}
