package mcpcontracts_test

import (
	"flag"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/openprogram/openprogram-go/mcpcontracts"
)

var updateDocument = flag.Bool("update-document", false, "write ERRORS.md anew")

// TestErrorsDocument keeps the table that people read equal to the texts and
// codes that go over the wire.
func TestErrorsDocument(t *testing.T) {
	want := errorsDocument()
	if *updateDocument {
		if err := os.WriteFile("ERRORS.md", []byte(want), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	got, err := os.ReadFile("ERRORS.md")
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, string(got)); diff != "" {
		t.Errorf("ERRORS.md is out of date: run go test -run Document -update-document (-want +got):\n%s", diff)
	}
}

func errorsDocument() string {
	var b strings.Builder
	b.WriteString("# Errors on the wire\n\nEvery text is fixed: none carries a value, a path or an error of a lower layer.\n\n" +
		"## JSON-RPC errors\n\n| code | message | when |\n|---|---|---|\n")
	for _, e := range []struct {
		code       int64
		text, when string
	}{
		{mcpcontracts.CodeParseError, mcpcontracts.TextParseError, "a line is not JSON, or not UTF-8"},
		{mcpcontracts.CodeInvalidRequest, mcpcontracts.TextInvalidRequest, "a line is JSON and no request, is too long or too deep, or repeats a key or an id that is in flight"},
		{mcpcontracts.CodeMethodNotFound, mcpcontracts.TextMethodNotFound, "the method is not served"},
		{mcpcontracts.CodeMethodNotFound, mcpcontracts.TextUnknownTool, "tools/call names none of the six tools"},
		{mcpcontracts.CodeMethodNotFound, mcpcontracts.TextRuntimeToolNotFound, "tool_call names a tool that is not there or not exposed: the two look alike"},
		{mcpcontracts.CodeInvalidParams, mcpcontracts.TextInvalidParams, "the parameters of a method have a wrong type"},
		{mcpcontracts.CodeInvalidParams, (&mcpcontracts.ArgumentError{Path: "PATH", Keyword: "KEYWORD"}).Error(), "the arguments of one of the six tools do not fit its schema"},
		{mcpcontracts.CodeInvalidParams, mcpcontracts.RuntimeArgumentsText("PATH", "KEYWORD"), "the arguments of a Runtime tool do not fit its schema"},
		{mcpcontracts.CodeInvalidParams, mcpcontracts.TextInvalidPromptSession, "prompt_send names a session that is not there"},
		{mcpcontracts.CodeServerBusy, mcpcontracts.TextServerBusy, "too many calls run and wait: try again"},
		{mcpcontracts.CodeUnsupportedVersion, mcpcontracts.TextUnsupportedVersion, "the request is of a newer protocol; data.supported lists ours"},
		{mcpcontracts.CodeRequestCancelled, mcpcontracts.TextRequestCancelled, "the request was cancelled, by a notification, by prompt_cancel or by the end of the connection"},
	} {
		fmt.Fprintf(&b, "| %d | `%s` | %s |\n", e.code, e.text, e.when)
	}
	b.WriteString("\n## Results with isError\n\n| text | when |\n|---|---|\n")
	for _, e := range [][2]string{
		{mcpcontracts.FailureSessionNotFound.Payload(), "session_get: there is no such session"},
		{mcpcontracts.FailureSessionData.Payload(), "the session store cannot be read"},
		{mcpcontracts.FailureSessionBusy.Payload(), "prompt_send: a turn of the session runs, in whatever process"},
		{mcpcontracts.FailurePrompt.Payload(), "prompt_send: the turn could not be run"},
		{mcpcontracts.FailureSerialization.Payload(), "a result cannot be written as JSON"},
		{mcpcontracts.TextDeniedHardConstraint, "tool_call: not for any client, whatever the rules say"},
		{mcpcontracts.DeniedCapabilityText("CAPABILITY"), "tool_call: not for a client's tier"},
		{mcpcontracts.TextDeniedRule, "tool_call: a deny rule of the owner's"},
		{mcpcontracts.TextDeniedApprovalUnavailable, "tool_call: it would need a question that nobody can answer"},
		{mcpcontracts.TextDeniedAuditUnavailable, "tool_call: the decision cannot be written down"},
		{mcpcontracts.TextFailedExecution, "tool_call: the tool failed"},
		{mcpcontracts.TextFailedNotFound, "tool_call: the tool did not find what was asked for"},
		{mcpcontracts.TextFailedTooLarge, "tool_call: what was asked for, or given, is too large"},
		{mcpcontracts.TextFailedInvalidPattern, "tool_call: the pattern is none"},
		{mcpcontracts.TextConflict, "memory_update: the notes have changed since base_revision; read again and repeat"},
	} {
		fmt.Fprintf(&b, "| `%s` | %s |\n", e[0], e[1])
	}
	return b.String()
}
