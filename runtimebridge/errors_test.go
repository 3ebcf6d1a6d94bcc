package runtimebridge_test

import (
	"fmt"
	"testing"

	"github.com/openprogram/openprogram-go/authority"
	"github.com/openprogram/openprogram-go/runtimebridge"
)

func TestErrorTexts(t *testing.T) {
	for want, err := range map[string]error{
		"invalid arguments at $.query: type":            &runtimebridge.ArgumentError{Path: "$.query", Keyword: "type"},
		"denied: hard_constraint":                       &runtimebridge.Denial{Kind: runtimebridge.DeniedHardConstraint},
		"denied: authority tier does not allow fs.read": &runtimebridge.Denial{Kind: runtimebridge.DeniedCapability, Capability: authority.FSRead},
		"request cancelled":                             &runtimebridge.Cancellation{Reason: runtimebridge.ReasonPromptCancel},
	} {
		if got := err.Error(); got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
}

func ExampleTextResult() {
	result := runtimebridge.TextResult("three notes")
	fmt.Println(result.Content[0].(runtimebridge.Text).Text, result.IsError)
	// Output: three notes false
}

func ExampleFailedResult() {
	result := runtimebridge.FailedResult(runtimebridge.ReasonNotFound, "there is no such note")
	fmt.Println(result.IsError, result.Reason)
	// Output: true not_found
}
