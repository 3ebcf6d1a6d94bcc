package turn

import (
	"context"

	"github.com/openprogram/openprogram-go/authority"
	"github.com/openprogram/openprogram-go/runtimebridge"
	"github.com/openprogram/openprogram-go/runtimebridge/event"
	"github.com/openprogram/openprogram-go/runtimebridge/provider"
	"github.com/openprogram/openprogram-go/runtimebridge/run"
	"github.com/openprogram/openprogram-go/runtimebridge/store"
)

// turn is one running turn. Its methods run in the goroutine of Runner.Run;
// only what a provider streams comes from another one, through observe.
type turn struct {
	*Runner
	req     Request
	outcome *runtimebridge.Outcome
	observe *observer

	right    store.Turn
	provider provider.Provider
	history  []store.Message // the branch when the turn began, its prompt included
	steps    []store.Step    // what has been stored of this turn
	ids      callIDs
	failures failures
	tools    []runtimebridge.ToolSpec

	elided     bool // older tool results are left out of the context
	summarised bool // a summary has been asked for
}

func newTurn(r *Runner, req Request, claim *run.Run) *turn {
	return &turn{
		Runner: r, req: req, outcome: claim.Outcome(),
		observe:  &observer{tell: req.Prompt.Observe},
		failures: failures{},
	}
}

// begin stores the start of the turn, unless the prompt is refused.
func (t *turn) begin(ctx context.Context, isNew bool) error {
	prompt := t.req.Prompt
	if prompt.Admit != nil {
		if err := prompt.Admit(prompt.SessionID); err != nil {
			return err
		}
	}
	if err := t.stopped(ctx); err != nil {
		return err
	}
	t.dropLate(ctx, prompt.SessionID)
	begin := store.BeginTurn{
		SessionID: prompt.SessionID, Text: prompt.Text, At: t.options.Now(),
		Origin: t.req.Grant.SpeakerID, RequestID: prompt.RequestID,
	}
	if isNew {
		begin.New = &store.NewSession{AgentID: mainAgent, Source: string(t.req.Source)}
	}
	right, err := t.options.Store.Begin(ctx, begin)
	if err != nil {
		return err
	}
	t.right = right
	if right.Repaired {
		t.recordInterrupted(ctx, right.Interrupted)
	}
	t.publish(event.TurnStarted, nil)
	return nil
}

// play brings a turn that has begun to its answer.
func (t *turn) play(ctx context.Context) (string, error) {
	var err error
	if t.provider, err = t.options.Provider(); err != nil {
		return "", unusable(err)
	}
	leave, err := t.room.enter(ctx, t.right.SessionBytes)
	if err != nil {
		return "", err
	}
	defer leave()
	if t.history, err = t.options.Store.History(ctx, t.right.SessionID); err != nil {
		return "", err
	}
	if err := t.prepare(ctx); err != nil {
		return "", err
	}
	t.tools = t.offered()
	return t.loop(ctx)
}

// prepare lets whoever asked for the turn make ready for it. What does not come
// back in time is left behind, as a provider is.
func (t *turn) prepare(ctx context.Context) error {
	if t.req.Prepare == nil {
		return nil
	}
	_, err := detached(ctx, &t.workers, func() (struct{}, error) {
		t.req.Prepare(ctx)
		return struct{}{}, nil
	})
	return err
}

// unusable is the failure of a turn without a provider.
func unusable(err error) *failure {
	if provider.CodeOf(err) == "" {
		return &failure{code: provider.CodeMisconfigured, cause: err}
	}
	return failureOf(err, "")
}

// offered are the tools that the model is shown: those which the tier allows.
// Whether a call of one then runs is decided by the gate, call by call.
func (t *turn) offered() []runtimebridge.ToolSpec {
	var specs []runtimebridge.ToolSpec
	for _, name := range t.options.Tools.Names() {
		if !t.req.Grant.Tier.Allows(authority.ToolCapability(name)) {
			continue
		}
		if spec, ok := t.options.Tools.Lookup(name); ok {
			specs = append(specs, spec)
		}
	}
	return specs
}

// stopped says why the turn must not go on, nil when it may.
func (t *turn) stopped(ctx context.Context) error {
	if err := t.outcome.Err(); err != nil {
		return err
	}
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	return nil
}

func (t *turn) publish(kind string, payload map[string]any) {
	t.options.Bus.Publish(runtimebridge.Event{Type: kind, Time: t.options.Now(), SessionID: t.right.SessionID, Payload: payload})
}
