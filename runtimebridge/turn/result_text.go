package turn

import (
	"cmp"
	"errors"
	"strings"

	"github.com/openprogram/openprogram-go/authority"
	"github.com/openprogram/openprogram-go/runtimebridge"
	"github.com/openprogram/openprogram-go/runtimebridge/store"
	"github.com/openprogram/openprogram-go/runtimebridge/tool"
)

// The fixed results of calls that were not run.
const (
	textTooManyCalls = "[error] too many tool calls in one reply: this one was not run"
	textBadArguments = "[error] the arguments were not one complete JSON object: the tool was not run"
	textRepeated     = "[error] this call has failed twice and was not run again: change the arguments or do without it"
	textUnknownTool  = "[error] there is no such tool"
	textFailed       = "[error] the tool failed"
	textDenied       = "[denied]"

	textNoApprovalForMCP = "[denied] approval unavailable for non-interactive MCP"
)

// denials are the fixed results of calls that the gate refused, by kind.
var denials = map[runtimebridge.DenialKind]string{
	runtimebridge.DeniedHardConstraint:      "[denied] hard constraint",
	runtimebridge.DeniedRule:                "[denied] blocked by permission rule",
	runtimebridge.DeniedApprovalUnavailable: "[denied] approval needed and nobody is there to give it",
	runtimebridge.DeniedByOwner:             "[denied] the owner declined",
	runtimebridge.DeniedAuditUnavailable:    "[denied] audit unavailable",
}

// reasons are the fixed results of failed calls for a model that works for
// somebody else than the owner, by reason.
var reasons = map[runtimebridge.ReasonCode]string{
	runtimebridge.ReasonNotFound:       "[failed] not found",
	runtimebridge.ReasonTooLarge:       "[failed] too large",
	runtimebridge.ReasonInvalidPattern: "[failed] invalid pattern",
	runtimebridge.ReasonConflict:       "[conflict] memory revision changed",
}

// refusalText is the result of a call that the gate did not run.
func refusalText(err error, source authority.Source) string {
	var denial *runtimebridge.Denial
	var bad *runtimebridge.ArgumentError
	switch {
	case errors.As(err, &denial) && denial.Kind == runtimebridge.DeniedCapability:
		return "[denied] authority tier does not allow " + string(denial.Capability)
	case errors.As(err, &denial) && denial.Kind == runtimebridge.DeniedApprovalUnavailable && source == authority.SourceMCP:
		return textNoApprovalForMCP
	case errors.As(err, &denial):
		return cmp.Or(denials[denial.Kind], textDenied)
	case errors.As(err, &bad):
		return "[error] invalid arguments at " + bad.Path + ": " + bad.Keyword
	case errors.Is(err, runtimebridge.ErrToolNotFound):
		return textUnknownTool
	}
	return textFailed
}

func errorStep(text string) store.Step { return store.Step{Text: text, IsError: true} }

// resultStep is what the model is shown of a result. What a failed tool says is
// for the owner's model only: others could pass it on.
func resultStep(result runtimebridge.Result, owner bool) store.Step {
	if result.IsError && !owner {
		if text, ok := reasons[result.Reason]; ok {
			return errorStep(text)
		}
		return errorStep(textFailed)
	}
	step := store.Step{IsError: result.IsError}
	var texts []string
	for _, content := range result.Content {
		switch c := content.(type) {
		case runtimebridge.Text:
			if text := clean(c.Text); text != "" {
				texts = append(texts, text)
			}
		case runtimebridge.Image:
			step.Images = append(step.Images, store.Image{Data: c.Data, MIMEType: c.MIMEType})
		}
	}
	step.Text = tool.Elide(strings.Join(texts, "\n"), tool.ModelTextLimit)
	return step
}
