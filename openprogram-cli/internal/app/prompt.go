package app

import (
	"context"
	"errors"

	"github.com/openprogram/openprogram-go/runtimebridge"
	"github.com/openprogram/openprogram-go/runtimebridge/provider"
	"github.com/openprogram/openprogram-go/runtimebridge/store"
)

// The failures of a prompt, in words for the owner. A turn that ran and failed
// is no error but a result.
var (
	ErrPromptCancelled = errors.New("the prompt was cancelled")
	errSessionBusy     = errors.New("another prompt runs in this session: wait for it, or start a new session")
	errSessionFull     = errors.New("the session holds as much as it may: start a new one")
	errSessionGone     = errors.New("the session was deleted or replaced while the prompt ran")
	errPrompt          = errors.New("the prompt could not be run")
)

// Ask runs one turn with the owner's rights. When ctx ends the turn is cancelled
// as a client's would be: nothing of it but a note is kept.
func (o *Owner) Ask(ctx context.Context, prompt runtimebridge.Prompt) (runtimebridge.TurnResult, error) {
	prompt.Outcome = new(runtimebridge.Outcome)
	stop := context.AfterFunc(ctx, func() { prompt.Outcome.Cancel(runtimebridge.ReasonPromptCancel) })
	defer stop()
	// The turn ends by its outcome, so that its clean-up is not cut short.
	result, err := o.Prompt(context.WithoutCancel(ctx), prompt)
	var cancelled *runtimebridge.Cancellation
	switch {
	case err == nil:
		return result, nil
	case errors.As(err, &cancelled):
		return result, ErrPromptCancelled
	case errors.Is(err, runtimebridge.ErrSessionNotFound):
		return result, ErrNoSession
	case errors.Is(err, runtimebridge.ErrSessionBusy):
		return result, errSessionBusy
	case errors.Is(err, store.ErrFull):
		return result, errSessionFull
	case errors.Is(err, store.ErrStaleTurn):
		return result, errSessionGone
	}
	if told := inWords(err); told != errUnknownStore {
		return result, told
	}
	return result, errPrompt
}

// FailureAdvice is the next step after a turn that failed, if it takes more than
// the turn's own sentence says.
func FailureAdvice(code string) string {
	switch provider.Code(code) {
	case provider.CodeNoKey, provider.CodeAuth, provider.CodeUnavailable, provider.CodeModel,
		provider.CodeBadRequest, provider.CodeBadReply, provider.CodeMisconfigured:
		return "openprogram mcp doctor says what is wrong with the provider."
	}
	return ""
}
