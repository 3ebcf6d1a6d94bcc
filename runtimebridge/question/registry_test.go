package question_test

import (
	"context"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"
	"go.uber.org/goleak"

	"github.com/openprogram/openprogram-go/runtimebridge"
	"github.com/openprogram/openprogram-go/runtimebridge/question"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

var (
	once     = runtimebridge.Answer{Verdict: runtimebridge.AllowedOnce}
	declined = runtimebridge.Answer{Verdict: runtimebridge.Declined}
)

// silent is an Asker whose owner never says anything.
func silent(ctx context.Context, _ runtimebridge.Question) runtimebridge.Answer {
	<-ctx.Done()
	return runtimebridge.Answer{Verdict: runtimebridge.AllowedAlways} // too late to count
}

// asking starts Ask in the bubble and returns where its answer will be.
func asking(ctx context.Context, r *question.Registry, q runtimebridge.Question) <-chan runtimebridge.Answer {
	answers := make(chan runtimebridge.Answer, 1)
	go func() { answers <- r.Ask(ctx, q, silent) }()
	synctest.Wait()
	return answers
}

func TestAskReturnsTheAskersAnswer(t *testing.T) {
	r := question.NewRegistry(question.Options{})
	want := runtimebridge.Answer{Verdict: runtimebridge.Answered, Text: "tar"}
	var seen runtimebridge.Question
	got := r.Ask(t.Context(), runtimebridge.Question{SessionID: "s", Prompt: "which?"},
		func(_ context.Context, q runtimebridge.Question) runtimebridge.Answer {
			seen = q
			if diff := cmp.Diff([]runtimebridge.Question{q}, r.Pending()); diff != "" {
				t.Errorf("pending while asking (-want +got):\n%s", diff)
			}
			return want
		})
	if got != want {
		t.Errorf("answer %+v, want %+v", got, want)
	}
	if len(seen.ID) != 12 {
		t.Errorf("id %q, want 12 hex digits", seen.ID)
	}
	if left := r.Pending(); len(left) != 0 {
		t.Errorf("still pending: %v", left)
	}
}

func TestAskWithoutAnAskerDeclinesAndRegistersNothing(t *testing.T) {
	r := question.NewRegistry(question.Options{})
	if got := r.Ask(t.Context(), runtimebridge.Question{ID: "q"}, nil); got != declined {
		t.Errorf("answer %+v, want declined", got)
	}
	if r.Resolve("q", once) {
		t.Error("the question was registered")
	}
}

func TestAskInAnEndedContextAsksNobody(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	r := question.NewRegistry(question.Options{})
	got := r.Ask(ctx, runtimebridge.Question{}, func(context.Context, runtimebridge.Question) runtimebridge.Answer {
		t.Error("somebody was asked")
		return once
	})
	if got != declined {
		t.Errorf("answer %+v, want declined", got)
	}
}

func TestResolveClaimsOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := question.NewRegistry(question.Options{})
		answers := asking(t.Context(), r, runtimebridge.Question{ID: "q"})
		if r.Resolve("other", once) {
			t.Error("an unknown id was resolved")
		}
		if !r.Resolve("q", once) {
			t.Error("the first answer did not win")
		}
		if r.Resolve("q", declined) {
			t.Error("a second answer won")
		}
		if got := <-answers; got != once {
			t.Errorf("answer %+v, want the first", got)
		}
		if r.Resolve("q", once) {
			t.Error("a settled question was resolved")
		}
	})
}

func TestASettledQuestionIsNotPendingAnyMore(t *testing.T) {
	r := question.NewRegistry(question.Options{})
	for range 2 { // the second time the id is free again
		got := r.Ask(t.Context(), runtimebridge.Question{ID: "q"}, func(context.Context, runtimebridge.Question) runtimebridge.Answer {
			if !r.Resolve("q", once) {
				t.Error("not resolved")
			}
			if left := r.Pending(); len(left) != 0 {
				t.Errorf("still pending: %v", left)
			}
			return declined
		})
		if got != once {
			t.Errorf("answer %+v, want the first", got)
		}
	}
}

func TestAnIDIsPendingOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := question.NewRegistry(question.Options{})
		first := asking(t.Context(), r, runtimebridge.Question{ID: "q"})
		if got := r.Ask(t.Context(), runtimebridge.Question{ID: "q"}, silent); got != declined {
			t.Errorf("second question with the id: %+v, want declined", got)
		}
		if !r.Resolve("q", once) {
			t.Error("the first question is gone")
		}
		if got := <-first; got != once {
			t.Errorf("answer %+v, want once", got)
		}
	})
}

func TestDeclineSessionLeavesOtherSessions(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := question.NewRegistry(question.Options{})
		a := asking(t.Context(), r, runtimebridge.Question{ID: "a", SessionID: "one"})
		b := asking(t.Context(), r, runtimebridge.Question{ID: "b", SessionID: "two"})
		if n := r.DeclineSession("one"); n != 1 {
			t.Errorf("declined %d questions, want 1", n)
		}
		if got := <-a; got != declined {
			t.Errorf("answer %+v, want declined", got)
		}
		if n := r.DeclineSession("one"); n != 0 {
			t.Errorf("declined %d questions again", n)
		}
		if got := r.Pending(); len(got) != 1 || got[0].ID != "b" {
			t.Errorf("pending %v, want b alone", got)
		}
		r.Resolve("b", once)
		if got := <-b; got != once {
			t.Errorf("answer %+v, want once", got)
		}
	})
}

func TestAQuestionThatNobodyAnswersIsRetracted(t *testing.T) {
	tests := []struct {
		name string
		end  func(cancel func())
	}{
		{"at its timeout", func(func()) { time.Sleep(question.DefaultTimeout + 1) }},
		{"with its context", func(cancel func()) { cancel() }},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				ctx, cancel := context.WithCancel(t.Context())
				defer cancel()
				r := question.NewRegistry(question.Options{})
				answers := asking(ctx, r, runtimebridge.Question{ID: "q"})
				test.end(cancel)
				synctest.Wait()
				if r.Resolve("q", once) {
					t.Error("a retracted question was resolved")
				}
				if got := <-answers; got != declined {
					t.Errorf("answer %+v, want declined", got)
				}
			})
		})
	}
}

func TestAPanickingAskerLeavesNothingPending(t *testing.T) {
	r := question.NewRegistry(question.Options{})
	func() {
		defer func() {
			if recover() == nil {
				t.Error("the panic was swallowed")
			}
		}()
		r.Ask(t.Context(), runtimebridge.Question{ID: "q"}, func(context.Context, runtimebridge.Question) runtimebridge.Answer {
			panic("terminal gone")
		})
	}()
	if left := r.Pending(); len(left) != 0 {
		t.Errorf("still pending: %v", left)
	}
	if r.Resolve("q", once) {
		t.Error("still resolvable")
	}
}
