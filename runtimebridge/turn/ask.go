package turn

import (
	"context"

	"github.com/openprogram/openprogram-go/authority"
	"github.com/openprogram/openprogram-go/runtimebridge"
	"github.com/openprogram/openprogram-go/runtimebridge/event"
)

// asker is who answers the questions of this turn, or nil when nobody can: then
// the gate declines at once and no question is registered. Nobody is asked for a
// client, whatever the grant says.
func (t *turn) asker() func(context.Context, runtimebridge.Question) runtimebridge.Answer {
	ask := t.req.Prompt.Ask
	if ask == nil || t.req.Source == authority.SourceMCP || t.req.Grant.Interaction != authority.Interactive {
		return nil
	}
	return func(ctx context.Context, q runtimebridge.Question) runtimebridge.Answer {
		q.SessionID = t.right.SessionID
		return t.options.Questions.Ask(ctx, q, func(ctx context.Context, q runtimebridge.Question) runtimebridge.Answer {
			t.publish(event.QuestionAsked, map[string]any{"id": q.ID, "kind": string(q.Kind), "tool": q.Tool})
			return ask(ctx, q)
		})
	}
}
