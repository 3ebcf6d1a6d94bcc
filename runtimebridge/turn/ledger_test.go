package turn_test

import (
	"context"
	"fmt"
	"slices"
	"sync"

	"github.com/openprogram/openprogram-go/runtimebridge"
	"github.com/openprogram/openprogram-go/runtimebridge/store"
)

// ledger is a store in memory with as much of a store's rules as a turn can
// notice: epochs, one head, steps that go with DropSteps. A hook sees every
// operation first and can make it fail.
type ledger struct {
	store.Store // panics: a turn needs none of the other operations
	hook        func(ctx context.Context, operation string) error

	mu       sync.Mutex
	sessions map[string]*ledgerSession
	log      []string
}

type ledgerSession struct {
	row      store.Session
	epoch    int64
	running  bool
	messages []store.Message
	steps    []store.Step
}

func newLedger() *ledger { return &ledger{sessions: map[string]*ledgerSession{}} }

func (l *ledger) enter(ctx context.Context, operation string) error {
	if l.hook != nil {
		if err := l.hook(ctx, operation); err != nil {
			return err
		}
	}
	return ctx.Err()
}

func (l *ledger) Session(ctx context.Context, id string) (store.Session, error) {
	if err := l.enter(ctx, "Session"); err != nil {
		return store.Session{}, err
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	if s := l.sessions[id]; s != nil {
		return s.row, nil
	}
	return store.Session{}, runtimebridge.ErrSessionNotFound
}

func (l *ledger) History(ctx context.Context, id string) ([]store.Message, error) {
	if err := l.enter(ctx, "History"); err != nil {
		return nil, err
	}
	return l.messages(id), nil
}

func (l *ledger) Begin(ctx context.Context, b store.BeginTurn) (store.Turn, error) {
	if err := l.enter(ctx, "Begin"); err != nil {
		return store.Turn{}, err
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	s := l.sessions[b.SessionID]
	if b.New != nil {
		s = &ledgerSession{row: store.Session{ID: b.SessionID, AgentID: b.New.AgentID, Source: b.New.Source}}
		l.sessions[b.SessionID] = s
	}
	if s == nil {
		return store.Turn{}, runtimebridge.ErrSessionNotFound
	}
	s.epoch++
	s.running, s.steps = true, nil
	id := fmt.Sprintf("m%d", len(s.messages)+1)
	s.messages = append(s.messages, store.Message{Message: runtimebridge.Message{
		ID: id, Role: runtimebridge.RoleUser, Content: b.Text, Timestamp: b.At,
	}})
	size := 0
	for _, m := range s.messages {
		size += len(m.Content)
	}
	l.log = append(l.log, "begin "+b.Text[:min(len(b.Text), 100)])
	return store.Turn{
		SessionBytes: size,
		SessionID:    b.SessionID, Epoch: s.epoch, AgentID: s.row.AgentID,
		UserMessageID: id, AssistantMessageID: id + "_reply",
	}, nil
}

// current is the session of a turn whose epoch is not over.
func (l *ledger) current(t store.Turn) (*ledgerSession, error) {
	s := l.sessions[t.SessionID]
	if s == nil || s.epoch != t.Epoch || !s.running {
		return nil, store.ErrStaleTurn
	}
	return s, nil
}

func (l *ledger) AppendStep(ctx context.Context, t store.Turn, step store.Step) error {
	if err := l.enter(ctx, "AppendStep"); err != nil {
		return err
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	s, err := l.current(t)
	if err != nil {
		return err
	}
	s.steps = append(s.steps, step)
	l.log = append(l.log, "step "+string(step.Kind))
	return nil
}

func (l *ledger) Finish(ctx context.Context, t store.Turn, e store.Ending) error {
	if err := l.enter(ctx, "Finish"); err != nil {
		return err
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	s, err := l.current(t)
	if err != nil {
		return err
	}
	s.steps = append(s.steps, store.MissingResults(s.steps)...)
	if e.DropSteps {
		s.steps = nil
	}
	s.messages = append(s.messages, store.Message{
		Message: runtimebridge.Message{ID: t.AssistantMessageID, Role: runtimebridge.RoleAssistant, Content: e.Text, Timestamp: e.At},
		Steps:   s.steps,
	})
	s.running, s.steps = false, nil
	l.log = append(l.log, "finish "+e.Text)
	return nil
}

// messages is the branch of a session, steps included.
func (l *ledger) messages(id string) []store.Message {
	l.mu.Lock()
	defer l.mu.Unlock()
	if s := l.sessions[id]; s != nil {
		return slices.Clone(s.messages)
	}
	return nil
}

// seed puts a session with a history into the ledger.
func (l *ledger) seed(id string, history ...store.Message) {
	l.sessions[id] = &ledgerSession{row: store.Session{ID: id, AgentID: "main"}, messages: history}
}

// written are the writes so far, oldest first.
func (l *ledger) written() []string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return slices.Clone(l.log)
}
