package mcpserver

import (
	"context"
	"sync"
	"time"

	"github.com/openprogram/openprogram-go/mcpcontracts"
	"github.com/openprogram/openprogram-go/runtimebridge"
)

// promptEnd is how a prompt that was admitted ended, for the audit log.
type promptEnd struct {
	session     string
	outcome     string // completed, failed, cancelled or error
	failureCode string // of a failed one
	took        time.Duration
}

func (c *connection) promptSend(call *call, arguments map[string]any) answer {
	given := mcpcontracts.PromptSendFrom(arguments)
	if given.SessionID != "" {
		c.prompts.awaitCleanup(call, given.SessionID)
	}
	turn := &promptTurn{connection: c, call: call, promptBytes: len(given.Prompt)}
	var ended *runtimebridge.TurnResult
	defer func() { turn.record(ended) }() // also of a runtime that panics
	call.progress.keepAlive()
	result, err := c.runtime.Prompt(call.ctx, runtimebridge.Prompt{
		Text:      given.Prompt,
		SessionID: given.SessionID,
		RequestID: call.id.text(),
		Outcome:   &call.outcome,
		Admit:     turn.admit,
		Observe:   call.progress.turn,
		Ask:       decline,
	})
	if err != nil {
		return promptFailure(err)
	}
	if result.SessionID == "" || result.AssistantMessageID == "" {
		return answerPromptFailed
	}
	ended = &result
	return payloadAnswer(mcpcontracts.PromptResult{
		AssistantMessageID: result.AssistantMessageID,
		Failed:             result.Failed,
		SessionID:          result.SessionID,
		Text:               result.Text,
	})
}

// decline answers every question of a client's turn: nobody is there who could.
func decline(context.Context, runtimebridge.Question) runtimebridge.Answer {
	return runtimebridge.Answer{Verdict: runtimebridge.Declined}
}

// promptTurn is one prompt_send as the audit log sees it.
type promptTurn struct {
	connection  *connection
	call        *call
	promptBytes int
	admitted    time.Time // zero when the prompt was refused
	recorded    sync.Once
}

// admit binds the call to its session, so that it can be cancelled by that, and
// records the start. The turn does not start without the record.
func (t *promptTurn) admit(session string) error {
	if err := t.call.outcome.Err(); err != nil {
		return err
	}
	if err := t.connection.trail.promptStarted(t.call.id, session, t.promptBytes); err != nil {
		return err
	}
	t.admitted = time.Now()
	t.connection.prompts.bind(t.call, session)
	t.call.turn.Store(t)
	return nil
}

// record decides whether the prompt completed or was cancelled and records its
// end, before its client hears of it. A nil result is none.
func (t *promptTurn) record(result *runtimebridge.TurnResult) {
	completed := t.call.outcome.Complete()
	if !t.admitted.IsZero() {
		t.recorded.Do(func() { t.write(completed, result) })
	}
}

func (t *promptTurn) write(completed bool, result *runtimebridge.TurnResult) {
	end := promptEnd{
		session: t.connection.prompts.sessionOf(t.call),
		outcome: "completed",
		took:    time.Since(t.admitted),
	}
	switch {
	case !completed:
		end.outcome = "cancelled"
	case result == nil:
		end.outcome = "error"
	case result.Failed:
		end.outcome, end.failureCode = "failed", result.FailureCode
	}
	t.connection.trail.promptFinished(t.call.id, end)
}

// promptCancel cancels the running prompt of a session, if this connection
// started it. It is no error if there is none.
func (c *connection) promptCancel(_ *call, arguments map[string]any) answer {
	session := mcpcontracts.PromptCancelFrom(arguments).SessionID
	running := c.prompts.on(session)
	cancelled := running != nil && c.cancel(running, runtimebridge.ReasonPromptCancel)
	return payloadAnswer(mcpcontracts.CancelResult{Cancelled: cancelled, SessionID: session})
}
