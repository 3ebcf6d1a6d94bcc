package turn

import (
	"errors"
	"fmt"

	"github.com/openprogram/openprogram-go/runtimebridge/provider"
	"github.com/openprogram/openprogram-go/runtimebridge/store"
)

// The reason codes of failed turns, besides those of package provider.
const (
	CodeStepLimit  provider.Code = "step_limit"   // the model kept calling tools
	CodeTimeout    provider.Code = "turn_timeout" // the turn took longer than it may
	CodeEmptyReply provider.Code = "empty_reply"  // the model answered with nothing
	CodeInternal   provider.Code = "internal"     // a fault of this program
)

// sentences say, for each reason code, what is stored and shown in place of an
// answer. They are fixed: nothing of a provider, a key or a path is in them.
var sentences = map[provider.Code]string{
	provider.CodeNoKey: "[failed] No key for the model provider. Put it into the environment variable named by provider.api_key_env, " +
		"or into a file with mode 0600 named by provider.api_key_file.",
	provider.CodeAuth:          "[failed] The model provider did not accept the key. Check the key and the account it belongs to.",
	provider.CodeQuota:         "[failed] The account at the model provider has no credit or quota left.",
	provider.CodeRateLimited:   "[failed] The model provider is limiting requests. Try again later.",
	provider.CodeUnavailable:   "[failed] The model provider cannot be reached or is overloaded. Try again later.",
	provider.CodeBroken:        "[failed] The model provider's answer broke off half way. Try again.",
	provider.CodeIdle:          "[failed] The model provider stopped sending its answer. Try again.",
	provider.CodeContextLimit:  "[failed] The conversation does not fit the model, even shortened. Start a new session.",
	provider.CodeModel:         "[failed] The model provider does not know the configured model. Check provider.model.",
	provider.CodeBadRequest:    "[failed] The model provider refused the request.",
	provider.CodeBadReply:      "[failed] The model provider's answer could not be understood.",
	provider.CodeMisconfigured: "[failed] The model provider is not set up. Check provider.kind, provider.model and provider.base_url.",
	CodeStepLimit:              "[failed] The turn reached its limit of model calls (agent.max_steps).",
	CodeTimeout:                "[failed] The turn took too long and was stopped (mcp_server.turn_timeout).",
	CodeEmptyReply:             "[failed] The model gave no answer.",
	CodeInternal:               "[failed] The turn ended because of an internal error.",
}

// failure is the error of a turn that ends without an answer.
type failure struct {
	code    provider.Code
	partial string // text of a reply that broke off, kept off the branch
	cause   error  // for the log; may be nil
}

func (f *failure) Error() string { return "turn: " + string(f.code) }

// failureOf turns the error of a provider into a failure. A code without a
// sentence is an internal error, so that there is always one to store.
func failureOf(err error, partial string) *failure {
	code := provider.CodeOf(err)
	if _, known := sentences[code]; !known {
		code = CodeInternal
	}
	return &failure{code: code, partial: clean(partial), cause: err}
}

// causeOf says for the log what an error is, without its text: that can hold
// anything.
func causeOf(err error) string {
	if f := (*failure)(nil); errors.As(err, &f) {
		err = f.cause
	}
	if p := (*provider.Error)(nil); errors.As(err, &p) {
		return p.Detail
	}
	for _, known := range []error{store.ErrStaleTurn, store.ErrDamaged, store.ErrLocked, store.ErrInvalid} {
		if errors.Is(err, known) {
			return known.Error()
		}
	}
	return fmt.Sprintf("%T", err)
}

// asFailure is the failure that err is or stands for.
func asFailure(err error) *failure {
	var f *failure
	if errors.As(err, &f) {
		return f
	}
	return &failure{code: CodeInternal}
}
