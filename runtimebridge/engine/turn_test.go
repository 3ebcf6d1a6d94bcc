package engine_test

import (
	"context"
	"errors"
	"runtime"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/openprogram/openprogram-go/runtimebridge"
	"github.com/openprogram/openprogram-go/runtimebridge/provider"
	"github.com/openprogram/openprogram-go/runtimebridge/provider/providertest"
	"github.com/openprogram/openprogram-go/runtimebridge/store"
)

func use(id string) store.Call { return store.Call{ID: id, Name: "zebra", Arguments: `{}`} }

func TestAMissingKeyFailsTheTurnAndIsStored(t *testing.T) {
	f := newFixture(t)
	c := f.client(t)
	got := prompt(t, c, runtimebridge.Prompt{Text: "a"})
	if !got.Failed || got.FailureCode != "no_key" || !strings.Contains(got.Text, "provider.api_key_env") {
		t.Errorf("got %+v", got)
	}
	if diff := cmp.Diff([]string{"user: a", "assistant: " + got.Text}, branch(t, c, got.SessionID)); diff != "" {
		t.Errorf("branch (-want +got):\n%s", diff)
	}
}

func TestCallsOfAModelGoThroughTheGateAndAreAudited(t *testing.T) {
	f := newFixture(t, withTools(echo{"zebra", open}))
	script := f.script(
		providertest.Call(use("1"), store.Call{ID: "2", Name: "bash", Arguments: `{"command":"id"}`}, store.Call{ID: "3", Name: "nothing"}),
		providertest.Say("b"))
	prompt(t, f.client(t), runtimebridge.Prompt{Text: "a"})
	var got []string
	for _, m := range script.Requests()[1].Messages {
		if m.Role == provider.RoleTool {
			got = append(got, m.Text)
		}
	}
	want := []string{"[denied] authority tier does not allow process.exec", "[denied] hard constraint", "[error] there is no such tool"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("results (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff([]runtimebridge.AuditType{runtimebridge.AuditTurnToolDenied, runtimebridge.AuditTurnToolDenied}, f.trail.kinds); diff != "" {
		t.Errorf("audit (-want +got):\n%s", diff)
	}
}

// TestTwoProcessesShareASession runs a session from two engines on one state
// directory.
func TestTwoProcessesShareASession(t *testing.T) {
	first := newFixture(t)
	second := newFixtureIn(t, first.state, first.work)
	a, b := first.client(t), second.client(t)
	started, release := make(chan struct{}), make(chan struct{})
	first.script(providertest.Say("one"), providertest.Reply{Started: started, Wait: release, Chunks: []string{"two"}})
	second.script(providertest.Say("three"))
	id := prompt(t, a, runtimebridge.Prompt{Text: "a"}).SessionID
	var group sync.WaitGroup
	group.Go(func() {
		if _, err := a.Prompt(context.Background(), runtimebridge.Prompt{Text: "b", SessionID: id}); err != nil {
			t.Errorf("Prompt: %v", err)
		}
	})
	<-started
	if _, err := b.Prompt(t.Context(), runtimebridge.Prompt{Text: "c", SessionID: id}); !errors.Is(err, runtimebridge.ErrSessionBusy) {
		t.Errorf("err %v", err)
	}
	if !second.engine.Busy(id) {
		t.Error("the session is not busy")
	}
	close(release)
	group.Wait()
	prompt(t, b, runtimebridge.Prompt{Text: "d", SessionID: id})
	want := []string{"user: a", "assistant: one", "user: b", "assistant: two", "user: d", "assistant: three"}
	if diff := cmp.Diff(want, branch(t, b, id)); diff != "" {
		t.Errorf("branch (-want +got):\n%s", diff)
	}
	if second.engine.Busy(id) {
		t.Error("the session is still busy")
	}
}

// TestAnInterruptedTurnIsRepaired leaves a turn open between two results, as a
// process does that is killed.
func TestAnInterruptedTurnIsRepaired(t *testing.T) {
	f := newFixture(t, withTools(echo{"zebra", open}))
	c := f.client(t)
	f.script(providertest.Say("one"))
	id := prompt(t, c, runtimebridge.Prompt{Text: "a"}).SessionID
	sessions, err := f.engine.Store(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	dead, err := sessions.Begin(t.Context(), store.BeginTurn{SessionID: id, Text: "b"})
	if err != nil {
		t.Fatal(err)
	}
	for _, step := range []store.Step{
		{Kind: store.StepReply, Provider: providertest.Name, Calls: []store.Call{use("1"), use("2")}},
		{Kind: store.StepResult, CallID: "1", Tool: "zebra", Text: "done"},
	} {
		if err := sessions.AppendStep(t.Context(), dead, step); err != nil {
			t.Fatal(err)
		}
	}
	script := f.script(providertest.Say("two"))
	prompt(t, c, runtimebridge.Prompt{Text: "go on", SessionID: id})
	var got []string
	for _, m := range script.Requests()[0].Messages {
		got = append(got, string(m.Role)+" "+m.Text+m.CallID)
	}
	want := []string{"user a", "assistant one", "user b", "assistant ", "tool done1", "tool " + store.InterruptedResult + "2",
		"assistant " + store.InterruptedNote, "user go on"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("request (-want +got):\n%s", diff)
	}
	if err := sessions.Finish(t.Context(), dead, store.Ending{Text: "late"}); !errors.Is(err, store.ErrStaleTurn) {
		t.Errorf("the dead turn could write: %v", err)
	}
}

// TestAToolThatIgnoresTheCancelWritesNothing goes with the next turn of the
// session running before the tool comes back.
func TestAToolThatIgnoresTheCancelWritesNothing(t *testing.T) {
	tool := newWaiting()
	tool.deaf = true
	f := newFixture(t, withTools(tool))
	c := f.terminal(t)
	f.script(providertest.Say("one"), providertest.Call(use("1")), providertest.Say("two"))
	id := prompt(t, c, runtimebridge.Prompt{Text: "a"}).SessionID
	outcome := new(runtimebridge.Outcome)
	go func() {
		<-tool.entered
		outcome.Cancel(runtimebridge.ReasonPromptCancel)
	}()
	_, err := c.Prompt(t.Context(), runtimebridge.Prompt{Text: "b", SessionID: id, Outcome: outcome})
	if !isCancellation(err, runtimebridge.ReasonPromptCancel) {
		t.Fatalf("err %v", err)
	}
	prompt(t, c, runtimebridge.Prompt{Text: "c", SessionID: id})
	close(tool.release)
	if err := <-tool.wrote; !isCancellation(err, runtimebridge.ReasonPromptCancel) {
		t.Errorf("the tool's write: %v", err)
	}
	want := []string{"user: a", "assistant: one", "user: b", "assistant: " + store.CancelledNote, "user: c", "assistant: two"}
	if diff := cmp.Diff(want, branch(t, c, id)); diff != "" {
		t.Errorf("branch (-want +got):\n%s", diff)
	}
}

// TestARetryAfterACancelIsNotBusy is what a client does that gives up and sends
// its prompt again at once.
func TestARetryAfterACancelIsNotBusy(t *testing.T) {
	f := newFixture(t)
	c := f.client(t)
	started := make(chan struct{})
	f.script(providertest.Say("one"), providertest.Hang(started), providertest.Say("two"))
	id := prompt(t, c, runtimebridge.Prompt{Text: "a"}).SessionID
	outcome := new(runtimebridge.Outcome)
	var group sync.WaitGroup
	group.Go(func() {
		if _, err := c.Prompt(context.Background(), runtimebridge.Prompt{Text: "b", SessionID: id, Outcome: outcome}); !isCancellation(err, runtimebridge.ReasonRequestCancelled) {
			t.Errorf("err %v", err)
		}
	})
	<-started
	outcome.Cancel(runtimebridge.ReasonRequestCancelled)
	prompt(t, c, runtimebridge.Prompt{Text: "b", SessionID: id})
	group.Wait()
	want := []string{"user: a", "assistant: one", "user: b", "assistant: " + store.CancelledNote, "user: b", "assistant: two"}
	if diff := cmp.Diff(want, branch(t, c, id)); diff != "" {
		t.Errorf("branch (-want +got):\n%s", diff)
	}
}

// TestTheStoreAgreesWithTheOutcome races cancels with turns in the real store:
// what was reported is stored, what was cancelled is not.
func TestTheStoreAgreesWithTheOutcome(t *testing.T) {
	f := newFixture(t, withTools(echo{"zebra", open}))
	c := f.terminal(t)
	var completed, cancelled int
	for round := range 1000 {
		outcome := new(runtimebridge.Outcome)
		near := make(chan struct{})
		replies := []providertest.Reply{providertest.Call(use("1")), providertest.Say("answer")}
		replies[round%2].Started = near
		f.script(replies...)
		var id string
		var won bool
		var racer sync.WaitGroup
		racer.Go(func() {
			<-near
			for range round % 40 { // spread over the rest of the turn
				runtime.Gosched()
			}
			won = outcome.Cancel(runtimebridge.ReasonPromptCancel)
		})
		got, err := c.Prompt(t.Context(), runtimebridge.Prompt{
			Text: "question", Outcome: outcome, Admit: func(s string) error { id = s; return nil },
		})
		racer.Wait()
		stored := branch(t, c, id)[1]
		switch {
		case won && isCancellation(err, runtimebridge.ReasonPromptCancel) && stored == "assistant: "+store.CancelledNote:
			cancelled++
		case !won && err == nil && got.Text == "answer" && stored == "assistant: answer":
			completed++
		default:
			t.Fatalf("round %d: cancelled %v, got %+v, %v, stored %q", round, won, got, err, stored)
		}
	}
	t.Logf("%d completed, %d cancelled", completed, cancelled)
}

func TestASessionDeletedDuringItsTurnStaysDeleted(t *testing.T) {
	f := newFixture(t)
	c := f.client(t)
	started, release := make(chan struct{}), make(chan struct{})
	f.script(providertest.Reply{Started: started, Wait: release, Chunks: []string{"one"}})
	var id string
	var err error
	var group sync.WaitGroup
	group.Go(func() {
		_, err = c.Prompt(context.Background(), runtimebridge.Prompt{Text: "a", Admit: func(s string) error { id = s; return nil }})
	})
	<-started
	sessions, openErr := f.engine.Store(t.Context())
	if openErr != nil {
		t.Fatal(openErr)
	}
	if err := sessions.Delete(t.Context(), id); err != nil {
		t.Fatal(err)
	}
	close(release)
	group.Wait()
	if !errors.Is(err, store.ErrStaleTurn) {
		t.Errorf("err %v", err)
	}
	if _, err := c.Branch(t.Context(), id); !errors.Is(err, runtimebridge.ErrSessionNotFound) {
		t.Errorf("err %v", err)
	}
}
