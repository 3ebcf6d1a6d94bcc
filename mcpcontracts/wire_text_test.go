package mcpcontracts_test

import (
	"slices"
	"testing"

	"github.com/openprogram/openprogram-go/mcpcontracts"
)

// TestTheWireIsFixed pins what clients compare with: a change here breaks them.
func TestTheWireIsFixed(t *testing.T) {
	texts := map[string]string{
		mcpcontracts.TextParseError:                               "parse error",
		mcpcontracts.TextInvalidRequest:                           "invalid request",
		mcpcontracts.TextMethodNotFound:                           "method not found",
		mcpcontracts.TextInvalidParams:                            "invalid request parameters",
		mcpcontracts.TextUnsupportedVersion:                       "unsupported protocol version",
		mcpcontracts.TextServerBusy:                               "server is busy",
		mcpcontracts.TextRequestCancelled:                         "Request cancelled",
		mcpcontracts.TextUnknownTool:                              "unknown MCP wrapper tool",
		mcpcontracts.TextRuntimeToolNotFound:                      "underlying Runtime tool not found",
		mcpcontracts.TextInvalidPromptSession:                     "invalid MCP prompt session",
		mcpcontracts.TextDeniedHardConstraint:                     "[denied] hard constraint",
		mcpcontracts.TextDeniedRule:                               "[denied] blocked by permission rule",
		mcpcontracts.TextDeniedApprovalUnavailable:                "[denied] approval unavailable for non-interactive MCP",
		mcpcontracts.TextDeniedAuditUnavailable:                   "[denied] audit unavailable",
		mcpcontracts.DeniedCapabilityText("fs.read"):              "[denied] authority tier does not allow fs.read",
		mcpcontracts.TextFailedExecution:                          "Runtime tool execution failed",
		mcpcontracts.TextFailedNotFound:                           "[failed] not found",
		mcpcontracts.TextFailedTooLarge:                           "[failed] too large",
		mcpcontracts.TextFailedInvalidPattern:                     "[failed] invalid pattern",
		mcpcontracts.TextConflict:                                 "[conflict] memory revision changed",
		mcpcontracts.RuntimeArgumentsText("$.query", "minLength"): "invalid underlying Runtime tool arguments at $.query: minLength",
	}
	for got, want := range texts {
		if got != want {
			t.Errorf("text %q, want %q", got, want)
		}
	}
	codes := []int{
		mcpcontracts.CodeParseError, mcpcontracts.CodeInvalidRequest, mcpcontracts.CodeMethodNotFound, mcpcontracts.CodeInvalidParams,
		mcpcontracts.CodeUnsupportedVersion, mcpcontracts.CodeServerBusy, mcpcontracts.CodeRequestCancelled,
	}
	if want := []int{-32700, -32600, -32601, -32602, -32022, -32000, 0}; !slices.Equal(codes, want) {
		t.Errorf("codes %v, want %v", codes, want)
	}
	versions := mcpcontracts.SupportedProtocolVersions()
	if want := []string{"2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05"}; !slices.Equal(versions, want) {
		t.Errorf("versions %q, want %q", versions, want)
	}
	versions[0] = "changed"
	if mcpcontracts.SupportedProtocolVersions()[0] != mcpcontracts.ProtocolVersion {
		t.Error("changing the versions changes what later calls give")
	}
	if mcpcontracts.ServerName != "openprogram" || mcpcontracts.MaxFrameBytes != 16777216 || mcpcontracts.MaxSessions != 100 || mcpcontracts.MaxDepth != 128 {
		t.Error("a name or a bound has changed")
	}
}
