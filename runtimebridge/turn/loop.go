package turn

import (
	"context"
	"errors"
	"strings"

	"github.com/openprogram/openprogram-go/runtimebridge"
	"github.com/openprogram/openprogram-go/runtimebridge/provider"
	"github.com/openprogram/openprogram-go/runtimebridge/store"
)

// cutOff ends an answer that the model could not finish.
const cutOff = "\n\n[The answer was cut off at the model's output limit.]"

// loop asks the model and runs its calls until it answers. The calls of the
// last reply that is allowed are not run: nobody would read their results.
func (t *turn) loop(ctx context.Context) (string, error) {
	for step := 1; ; step++ {
		reply, err := t.reply(ctx, step)
		if err != nil {
			return "", err
		}
		if len(reply.Calls) == 0 {
			return t.answer(reply)
		}
		if step == t.options.MaxSteps {
			return "", &failure{code: CodeStepLimit, partial: clean(reply.Text)}
		}
		if err := t.runCalls(ctx, step, reply); err != nil {
			return "", err
		}
	}
}

// answer is the final text of a turn: that of the last reply, or of the last one
// before it that said anything.
func (t *turn) answer(reply provider.Reply) (string, error) {
	text := strings.TrimSpace(clean(reply.Text))
	for i := len(t.steps) - 1; i >= 0 && text == ""; i-- {
		if t.steps[i].Kind == store.StepReply {
			text = strings.TrimSpace(t.steps[i].Text)
		}
	}
	if text == "" {
		return "", &failure{code: CodeEmptyReply}
	}
	if reply.Stop == provider.StopLength {
		text += cutOff
	}
	return text, nil
}

// reply asks for one reply. When the conversation does not fit the model it is
// shortened, in each way at most once a turn, and asked again.
func (t *turn) reply(ctx context.Context, step int) (provider.Reply, error) {
	if err := t.stopped(ctx); err != nil {
		return provider.Reply{}, err
	}
	t.observe.emit(runtimebridge.TurnEvent{Kind: runtimebridge.EventModelCall, Step: step})
	for {
		reply, err := t.stream(ctx, provider.Request{
			System: t.options.System, Messages: t.messages(), Tools: t.tools,
		}, t.telling(step))
		if err == nil {
			return reply, nil
		}
		if provider.CodeOf(err) != provider.CodeContextLimit {
			return reply, failureOf(err, reply.Text)
		}
		if err := t.shorten(ctx, step); err != nil {
			return reply, err
		}
	}
}

// stream sends one request to the provider. A provider that does not notice the
// end of ctx is left behind; what it gives later is dropped.
func (t *turn) stream(ctx context.Context, req provider.Request, emit func(provider.Event)) (provider.Reply, error) {
	if err := t.stopped(ctx); err != nil {
		return provider.Reply{}, err
	}
	model := t.provider
	reply, err := detached(ctx, &t.workers, func() (provider.Reply, error) {
		return model.Stream(ctx, req, emit)
	})
	if errors.Is(err, errPanic) {
		t.options.Logger.Error("provider panicked")
	}
	return reply, err
}

// telling passes on what arrives while a reply streams.
func (t *turn) telling(step int) func(provider.Event) {
	return func(e provider.Event) {
		tell := runtimebridge.TurnEvent{Kind: runtimebridge.EventTextDelta, Step: step, Text: e.Text}
		switch {
		case e.Waiting > 0:
			tell.Kind = runtimebridge.EventWaiting
		case e.Text == "":
			return
		}
		t.observe.emit(tell)
	}
}
