package turn_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/openprogram/openprogram-go/runtimebridge"
	"github.com/openprogram/openprogram-go/runtimebridge/provider"
	"github.com/openprogram/openprogram-go/runtimebridge/provider/providertest"
	"github.com/openprogram/openprogram-go/runtimebridge/store"
	"github.com/openprogram/openprogram-go/runtimebridge/tool"
)

// points counts the places that a turn passes and runs a function at one of
// them.
type points struct {
	mu     sync.Mutex
	names  []string
	at     int
	strike func()
}

func (p *points) pass(name string) {
	p.mu.Lock()
	p.names = append(p.names, name)
	hit := len(p.names)-1 == p.at
	p.mu.Unlock()
	if hit {
		p.strike()
	}
}

// passing makes a world whose every move passes a point: each store operation,
// each model call and piece of text, each tool call, each event.
func passing(p *points) (*world, runtimebridge.Prompt) {
	think := func(context.Context, provider.Request) { p.pass("provider asked") }
	w := newWorld(providertest.New(
		providertest.Reply{Do: think, Chunks: []string{"let me", " look"}, Calls: calls(use("1", `{}`), use("2", `{}`))},
		providertest.Reply{Do: think, Chunks: []string{"the answer"}},
		providertest.Say("the next answer"),
	))
	w.ledger.hook = func(_ context.Context, operation string) error {
		p.pass("store " + operation)
		return nil
	}
	w.gate.answer = func(ctx context.Context, req tool.Request) (runtimebridge.Result, error) {
		if err := req.Outcome.Err(); err != nil {
			return runtimebridge.Result{}, err
		}
		p.pass("tool runs")
		return runtimebridge.TextResult("done"), ctx.Err()
	}
	return w, runtimebridge.Prompt{
		Text:      "question",
		SessionID: "s",
		Admit:     func(string) error { p.pass("admitted"); return nil },
		Observe:   func(e runtimebridge.TurnEvent) { p.pass("event " + string(e.Kind)) },
	}
}

// TestACancelAtAnyPoint cancels a turn once at each point that it passes. There
// are two endings only: the answer, stored and reported, or nothing but the note.
func TestACancelAtAnyPoint(t *testing.T) {
	never := &points{at: -1}
	w, prompt := passing(never)
	w.ledger.seed("s")
	w.run(t, mcp(prompt))
	if len(never.names) < 20 {
		t.Fatalf("only %d points: %q", len(never.names), never.names)
	}
	for at, name := range never.names {
		t.Run(fmt.Sprintf("%d %s", at, name), func(t *testing.T) { cancelAt(t, at) })
	}
}

// harmless is what may follow a cancel: the clean-up, a read, and what a
// provider streams until it notices.
var harmless = []string{"store Finish", "store History", "event text_delta"}

func cancelAt(t *testing.T, at int) {
	outcome := new(runtimebridge.Outcome)
	var won bool
	p := &points{at: at}
	p.strike = func() { won = outcome.Cancel(runtimebridge.ReasonRequestCancelled) }
	w, prompt := passing(p)
	w.ledger.seed("s")
	prompt.Outcome = outcome
	got, err := w.runner.Run(t.Context(), mcp(prompt))
	passed := len(p.names)

	if w.control.Active("s") {
		t.Error("the session is still claimed")
	}
	switch branch := w.branch("s"); {
	case !won:
		if err != nil || got.Text != "the answer" || branch[len(branch)-1] != "assistant: the answer" {
			t.Errorf("not cancelled, got %+v, %v, stored %q", got, err, branch)
		}
	case !isCancellation(err, runtimebridge.ReasonRequestCancelled) || got != (runtimebridge.TurnResult{}):
		t.Errorf("cancelled, got %+v, %v", got, err)
	case len(branch) != 0:
		if diff := cmp.Diff([]string{"user: question", "assistant: " + store.CancelledNote}, branch); diff != "" {
			t.Errorf("stored (-want +got):\n%s", diff)
		}
	}
	for _, name := range p.names[at+1 : passed] {
		if won && !slices.Contains(harmless, name) {
			t.Errorf("after the cancel came %q", name)
		}
	}
	next := w.run(t, mcp(runtimebridge.Prompt{Text: "next", SessionID: "s"}))
	if next.Failed {
		t.Errorf("the next turn: %+v", next)
	}
}

// TestCompletionAndCancelNeverBothWin races a cancel from another goroutine,
// set off at one point after another, against the turn.
func TestCompletionAndCancelNeverBothWin(t *testing.T) {
	never := &points{at: -1}
	whole, prompt := passing(never)
	whole.ledger.seed("s")
	whole.run(t, mcp(prompt))
	for round := range 1000 {
		outcome := new(runtimebridge.Outcome)
		near := make(chan struct{})
		p := &points{at: round % len(never.names), strike: func() { close(near) }}
		w, prompt := passing(p)
		w.ledger.seed("s")
		prompt.Outcome = outcome
		var won bool
		var racer sync.WaitGroup
		racer.Go(func() {
			<-near
			won = outcome.Cancel(runtimebridge.ReasonPromptCancel)
		})
		got, err := w.runner.Run(t.Context(), mcp(prompt))
		racer.Wait()
		branch := strings.Join(w.branch("s"), "\n")
		switch {
		case won && isCancellation(err, runtimebridge.ReasonPromptCancel) &&
			(branch == "" || branch == "user: question\nassistant: "+store.CancelledNote):
		case !won && err == nil && got.Text == "the answer" && strings.HasSuffix(branch, "\nassistant: the answer"):
		default:
			t.Fatalf("round %d: cancelled %v, got %+v, %v, stored %s", round, won, got, err, branch)
		}
	}
}
