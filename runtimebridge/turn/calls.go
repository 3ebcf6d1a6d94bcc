package turn

import (
	"context"

	"github.com/openprogram/openprogram-go/authority"
	"github.com/openprogram/openprogram-go/runtimebridge"
	"github.com/openprogram/openprogram-go/runtimebridge/event"
	"github.com/openprogram/openprogram-go/runtimebridge/provider"
	"github.com/openprogram/openprogram-go/runtimebridge/store"
	"github.com/openprogram/openprogram-go/runtimebridge/tool"
)

// keptCalls is how many times MaxCalls calls of one reply are kept at all. What
// a model that runs wild calls beyond that is forgotten.
const keptCalls = 4

// runCalls stores a reply that calls tools, runs its calls one after the other,
// and stores the result of each.
func (t *turn) runCalls(ctx context.Context, step int, reply provider.Reply) error {
	calls := reply.Calls[:min(len(reply.Calls), keptCalls*t.options.MaxCalls)]
	stored := store.Step{
		Kind: store.StepReply, Text: clean(reply.Text),
		Provider: t.provider.Name(), Reasoning: reply.Reasoning,
	}
	for _, call := range calls {
		stored.Calls = append(stored.Calls, store.Call{
			ID:        t.ids.assign(call.ID),
			Name:      plainToolName(call.Name),
			Arguments: storedArguments(call.Arguments),
		})
	}
	if err := t.append(ctx, stored); err != nil {
		return err
	}
	cut := reply.Stop == provider.StopLength
	for i, call := range calls {
		result, err := t.runCall(ctx, step, i, modelCall{kept: stored.Calls[i], sent: call, cut: cut})
		if err != nil {
			return err
		}
		if err := t.append(ctx, result); err != nil {
			return err
		}
	}
	return nil
}

// modelCall is one call of a reply.
type modelCall struct {
	kept store.Call // as stored
	sent store.Call // as the model sent it
	cut  bool       // the reply ended at the model's output limit
}

// runCall gives the result of one call and reports its start and end.
func (t *turn) runCall(ctx context.Context, step, index int, call modelCall) (store.Step, error) {
	if err := t.stopped(ctx); err != nil {
		return store.Step{}, err
	}
	tell := runtimebridge.TurnEvent{
		Kind: runtimebridge.EventToolStart, Step: step, Tool: call.kept.Name, CallID: call.kept.ID,
	}
	tell.Detail = t.forOwner(call.kept.Arguments)
	t.observe.emit(tell)
	t.publish(event.ToolStarted, map[string]any{"tool": tell.Tool, "call_id": tell.CallID})

	result, err := t.resultOf(ctx, index, call)
	if err != nil {
		return store.Step{}, err
	}
	result.Kind, result.CallID, result.Tool = store.StepResult, call.kept.ID, call.kept.Name

	tell.Kind, tell.IsError, tell.Detail = runtimebridge.EventToolEnd, result.IsError, t.forOwner(result.Text)
	t.observe.emit(tell)
	t.publish(event.ToolEnded, map[string]any{"tool": tell.Tool, "call_id": tell.CallID, "is_error": tell.IsError})
	return result, nil
}

// forOwner is a text that only the owner's terminal is told of.
func (t *turn) forOwner(text string) string {
	if t.req.Source != authority.SourceTerminal {
		return ""
	}
	return text
}

// resultOf answers a call that must not run with a fixed text, and passes every
// other one to the gate.
func (t *turn) resultOf(ctx context.Context, index int, call modelCall) (store.Step, error) {
	if index >= t.options.MaxCalls {
		return errorStep(textTooManyCalls), nil
	}
	args, err := tool.DecodeArguments(call.sent.Arguments)
	if err != nil || call.cut && clean(call.sent.Arguments) == "" {
		return errorStep(textBadArguments), nil
	}
	if t.failures.exhausted(call.sent.Name, args) {
		return errorStep(textRepeated), nil
	}
	result, err := t.options.Gate.Call(ctx, tool.Request{
		Name: call.sent.Name, Arguments: args,
		Grant: t.req.Grant, Source: t.req.Source, Scope: tool.ScopeTurn,
		SessionID: t.right.SessionID, RequestID: t.req.Prompt.RequestID, CallID: call.kept.ID,
		Outcome: t.outcome, Ask: t.asker(),
	})
	if stopped := t.stopped(ctx); stopped != nil {
		return store.Step{}, stopped
	}
	step := resultStep(result, t.req.Grant.Tier == authority.TierOwner)
	if err != nil {
		step = errorStep(refusalText(err, t.req.Source))
	}
	t.failures.note(call.sent.Name, args, step.IsError)
	return step, nil
}
