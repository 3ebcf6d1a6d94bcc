package turn_test

import (
	"context"
	"errors"
	"log/slog"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/openprogram/openprogram-go/runtimebridge"
	"github.com/openprogram/openprogram-go/runtimebridge/provider"
	"github.com/openprogram/openprogram-go/runtimebridge/provider/providertest"
	"github.com/openprogram/openprogram-go/runtimebridge/store"
	"github.com/openprogram/openprogram-go/runtimebridge/tool"
	"github.com/openprogram/openprogram-go/runtimebridge/turn"
)

var codes = []provider.Code{
	provider.CodeNoKey, provider.CodeAuth, provider.CodeQuota, provider.CodeRateLimited, provider.CodeUnavailable,
	provider.CodeBroken, provider.CodeIdle, provider.CodeContextLimit, provider.CodeModel, provider.CodeBadRequest,
	provider.CodeBadReply, provider.CodeMisconfigured,
	turn.CodeStepLimit, turn.CodeTimeout, turn.CodeEmptyReply, turn.CodeInternal,
}

func TestEachCodeHasASentenceOfItsOwn(t *testing.T) {
	seen := map[string]provider.Code{}
	for _, code := range codes {
		sentence := turn.Sentences[code]
		if !strings.HasPrefix(sentence, "[failed] ") || seen[sentence] != "" {
			t.Errorf("%s: %q", code, sentence)
		}
		seen[sentence] = code
	}
	if len(turn.Sentences) != len(codes) {
		t.Errorf("%d sentences for %d codes", len(turn.Sentences), len(codes))
	}
	if s := turn.Sentences[provider.CodeNoKey]; !strings.Contains(s, "provider.api_key_env") || !strings.Contains(s, "provider.api_key_file") {
		t.Errorf("the sentence for a missing key does not say what to set: %q", s)
	}
}

func TestAProvidersFailureEndsTheTurn(t *testing.T) {
	for _, code := range codes[:12] {
		t.Run(string(code), func(t *testing.T) {
			// The context limit is met by shortening first, hence for ever.
			w := newWorld(providertest.Forever(providertest.Reply{Chunks: []string{"half an answer"}, Err: &provider.Error{Code: code}}))
			got := w.run(t, mcp(runtimebridge.Prompt{Text: "a"}))
			want := runtimebridge.TurnResult{
				SessionID: got.SessionID, AssistantMessageID: "m1_reply",
				Text: turn.Sentences[code], Failed: true, FailureCode: string(code),
			}
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("result (-want +got):\n%s", diff)
			}
			branch := w.branch(got.SessionID)
			if last := branch[len(branch)-1]; last != "assistant: "+want.Text {
				t.Errorf("stored %q", last)
			}
			if code != provider.CodeContextLimit && branch[1] != `  partial "half an answer"` {
				t.Errorf("the partial text is not kept: %q", branch)
			}
		})
	}
}

func TestWhatElseFailsATurn(t *testing.T) {
	tests := []struct {
		name   string
		script *providertest.Script
		change func(*turn.Options)
		want   provider.Code
	}{
		{"no provider", nil, func(o *turn.Options) {
			o.Provider = func() (provider.Provider, error) { return nil, errors.New("secret") }
		}, provider.CodeMisconfigured},
		{"no key", nil, func(o *turn.Options) {
			o.Provider = func() (provider.Provider, error) { return nil, &provider.Error{Code: provider.CodeNoKey} }
		}, provider.CodeNoKey},
		{"panic", providertest.New(providertest.Reply{Panic: "secret"}), nil, turn.CodeInternal},
		{"an error without a code", providertest.New(providertest.Reply{Err: errors.New("secret")}), nil, turn.CodeInternal},
		{"a code without a sentence", providertest.New(providertest.Fail("new")), nil, turn.CodeInternal},
		{"an unreadable history", nil, func(o *turn.Options) {
			o.Store.(*ledger).hook = failing("History", store.ErrDamaged)
		}, turn.CodeInternal},
		{"a step that cannot be stored", providertest.New(providertest.Call(use("1", `{}`))), func(o *turn.Options) {
			o.Store.(*ledger).hook = failing("AppendStep", errors.New("disk full"))
		}, turn.CodeInternal},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			change := test.change
			if change == nil {
				change = func(*turn.Options) {}
			}
			w := newWorld(test.script, change)
			got := w.run(t, mcp(runtimebridge.Prompt{Text: "a"}))
			if got.FailureCode != string(test.want) || got.Text != turn.Sentences[test.want] || !got.Failed {
				t.Errorf("got %+v, want %s", got, test.want)
			}
			if branch := w.branch(got.SessionID); len(branch) != 2 {
				t.Errorf("stored %q", branch)
			}
		})
	}
}

func TestTheLogSaysWhyATurnFailedWithoutItsTexts(t *testing.T) {
	const secret = "s3cret"
	tests := []struct {
		name   string
		reply  providertest.Reply
		change func(*ledger)
		want   string
	}{
		{"provider", providertest.Reply{Chunks: []string{secret}, Err: &provider.Error{Code: provider.CodeBadRequest, Detail: "status 400"}}, nil,
			`msg="turn failed" code=bad_request cause="status 400"`},
		{"store", providertest.Call(use("1", `{"a":"`+secret+`"}`)), func(l *ledger) { l.hook = failing("AppendStep", store.ErrLocked) },
			`msg="turn failed" code=internal cause="store: the database is locked by another process"`},
		{"unknown", providertest.Reply{Err: errors.New(secret)}, nil, `msg="turn failed" code=internal cause=*errors.errorString`},
		{"panic", providertest.Reply{Panic: secret}, nil, `msg="provider panicked"`},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			var log strings.Builder
			w := newWorld(providertest.New(test.reply), func(o *turn.Options) {
				o.Logger = slog.New(slog.NewTextHandler(&log, &slog.HandlerOptions{Level: slog.LevelDebug}))
			})
			if test.change != nil {
				test.change(w.ledger)
			}
			w.run(t, mcp(runtimebridge.Prompt{Text: secret}))
			if !strings.Contains(log.String(), test.want) || strings.Contains(log.String(), secret) {
				t.Errorf("logged %s", log.String())
			}
		})
	}
}

// failing is a hook that makes one operation fail.
func failing(operation string, err error) func(context.Context, string) error {
	return func(_ context.Context, o string) error {
		if o == operation {
			return err
		}
		return nil
	}
}

func TestTheStepLimit(t *testing.T) {
	forever := providertest.Reply{Chunks: []string{"again"}, Calls: calls(use("1", `{}`))}
	tests := []struct{ set, calls int }{{0, 50}, {2, 2}, {1, 1}}
	for _, test := range tests {
		w := newWorld(providertest.Forever(forever), func(o *turn.Options) { o.MaxSteps = test.set })
		got := w.run(t, mcp(runtimebridge.Prompt{Text: "a"}))
		if got.FailureCode != "step_limit" || got.Text != turn.Sentences[turn.CodeStepLimit] {
			t.Errorf("got %+v", got)
		}
		if n := len(w.script.Requests()); n != test.calls {
			t.Errorf("%d model calls, want %d", n, test.calls)
		}
		if n := len(w.gate.calls()); n != test.calls-1 {
			t.Errorf("%d tool calls, want %d: nobody reads the last ones", n, test.calls-1)
		}
		steps := w.ledger.messages(got.SessionID)[1].Steps
		if last := steps[len(steps)-1]; last.Kind != store.StepPartial || last.Text != "again" {
			t.Errorf("last step %+v", last)
		}
	}
}

func TestATurnHasOneTimeLimit(t *testing.T) {
	tests := []struct {
		name  string
		reply func(release <-chan struct{}) providertest.Reply
	}{
		{"silent provider", func(<-chan struct{}) providertest.Reply { return providertest.Hang(nil) }},
		{"silent half way", func(<-chan struct{}) providertest.Reply { return providertest.Reply{Chunks: []string{"x"}, Hang: true} }},
		{"deaf provider", func(release <-chan struct{}) providertest.Reply { return providertest.Late(nil, release, "late") }},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				release := make(chan struct{})
				w := newWorld(providertest.New(test.reply(release)), func(o *turn.Options) { o.TurnTimeout = time.Minute })
				begin := time.Now()
				got := w.run(t, mcp(runtimebridge.Prompt{Text: "a"}))
				if took := time.Since(begin); took < time.Minute || took > time.Minute+time.Second {
					t.Errorf("the turn took %v", took)
				}
				if got.FailureCode != "turn_timeout" || got.Text != turn.Sentences[turn.CodeTimeout] {
					t.Errorf("got %+v", got)
				}
				close(release)
			})
		})
	}
}

func TestAToolThatOutlastsTheTurnGetsAResult(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newWorld(providertest.New(providertest.Call(use("1", `{}`), use("2", `{}`))),
			func(o *turn.Options) { o.TurnTimeout = time.Minute })
		w.gate.answer = func(ctx context.Context, _ tool.Request) (runtimebridge.Result, error) {
			<-ctx.Done()
			return runtimebridge.Result{}, context.Cause(ctx)
		}
		got := w.run(t, mcp(runtimebridge.Prompt{Text: "a"}))
		want := []string{
			"user: a",
			`  reply "" 1=read{} 2=read{}`,
			`  result "` + store.InterruptedResult + `" 1 error=true`,
			`  result "` + store.InterruptedResult + `" 2 error=true`,
			"assistant: " + turn.Sentences[turn.CodeTimeout],
		}
		if diff := cmp.Diff(want, w.branch(got.SessionID)); diff != "" {
			t.Errorf("stored (-want +got):\n%s", diff)
		}
	})
}

func TestAnEndingThatCannotBeStoredIsAnError(t *testing.T) {
	tests := []struct {
		name string
		err  error
	}{
		{"the session was deleted", store.ErrStaleTurn},
		{"the disk is full", errors.New("disk full")},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			w := newWorld(providertest.New(providertest.Say("b")))
			w.ledger.hook = failing("Finish", test.err)
			got, err := w.runner.Run(t.Context(), mcp(runtimebridge.Prompt{Text: "a"}))
			if !errors.Is(err, test.err) || got != (runtimebridge.TurnResult{}) {
				t.Errorf("got %+v, %v", got, err)
			}
		})
	}
}
