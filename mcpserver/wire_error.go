package mcpserver

import (
	"errors"

	"github.com/openprogram/openprogram-go/authority"
	"github.com/openprogram/openprogram-go/mcpcontracts"
	"github.com/openprogram/openprogram-go/runtimebridge"
)

// This file and wire_content.go are the only ones that decide what a client is
// told. Every text is fixed; an error that is not in a table here gets the
// table's generic answer, whatever its own text says.

// The errors of the protocol.
var (
	answerParseError         = errorAnswer(mcpcontracts.CodeParseError, mcpcontracts.TextParseError)
	answerInvalidRequest     = errorAnswer(mcpcontracts.CodeInvalidRequest, mcpcontracts.TextInvalidRequest)
	answerNotInitialized     = errorAnswer(mcpcontracts.CodeInvalidRequest, "server is not initialized")
	answerInitialized        = errorAnswer(mcpcontracts.CodeInvalidRequest, "server is already initialized")
	answerMethodNotFound     = errorAnswer(mcpcontracts.CodeMethodNotFound, mcpcontracts.TextMethodNotFound)
	answerInvalidParams      = errorAnswer(mcpcontracts.CodeInvalidParams, mcpcontracts.TextInvalidParams)
	answerUnknownWrapper     = errorAnswer(mcpcontracts.CodeMethodNotFound, mcpcontracts.TextUnknownTool)
	answerServerBusy         = errorAnswer(mcpcontracts.CodeServerBusy, mcpcontracts.TextServerBusy)
	answerCancelled          = errorAnswer(mcpcontracts.CodeRequestCancelled, mcpcontracts.TextRequestCancelled)
	answerUnsupportedVersion = errorAnswerWithData(mcpcontracts.CodeUnsupportedVersion,
		mcpcontracts.TextUnsupportedVersion, supportedVersionsData())
)

// The failures of the wrapper tools.
var (
	answerSessionData          = failedResult(mcpcontracts.FailureSessionData.Payload())
	answerSessionNotFound      = failedResult(mcpcontracts.FailureSessionNotFound.Payload())
	answerSessionBusy          = failedResult(mcpcontracts.FailureSessionBusy.Payload())
	answerPromptFailed         = failedResult(mcpcontracts.FailurePrompt.Payload())
	answerSerialization        = failedResult(mcpcontracts.FailureSerialization.Payload())
	answerInvalidPromptSession = errorAnswer(mcpcontracts.CodeInvalidParams, mcpcontracts.TextInvalidPromptSession)
	answerRuntimeToolNotFound  = errorAnswer(mcpcontracts.CodeMethodNotFound, mcpcontracts.TextRuntimeToolNotFound)
	answerToolFailed           = failedResult(mcpcontracts.TextFailedExecution)
)

func supportedVersionsData() string {
	list, err := mcpcontracts.Encode(mcpcontracts.SupportedProtocolVersions())
	if err != nil {
		panic("mcpserver: the supported versions have no JSON form")
	}
	return `{"supported":` + list + `}`
}

// argumentsAnswer answers arguments that break a wrapper tool's schema.
func argumentsAnswer(err error) answer {
	var arguments *mcpcontracts.ArgumentError
	if errors.As(err, &arguments) {
		return errorAnswer(arguments.Code(), arguments.Error())
	}
	return answerUnknownWrapper
}

// branchFailure answers a session_get that failed.
func branchFailure(err error) answer {
	if errors.Is(err, runtimebridge.ErrSessionNotFound) {
		return answerSessionNotFound
	}
	return answerSessionData
}

// promptFailure answers a prompt_send that was refused or broke.
func promptFailure(err error) answer {
	switch {
	case errors.Is(err, runtimebridge.ErrSessionNotFound):
		return answerInvalidPromptSession
	case errors.Is(err, runtimebridge.ErrSessionBusy):
		return answerSessionBusy
	}
	return answerPromptFailed
}

// toolFailure answers a tool_call that was refused or broke.
func toolFailure(err error) answer {
	var arguments *runtimebridge.ArgumentError
	var denial *runtimebridge.Denial
	switch {
	case errors.Is(err, runtimebridge.ErrToolNotFound):
		return answerRuntimeToolNotFound
	case errors.As(err, &arguments):
		return errorAnswer(mcpcontracts.CodeInvalidParams,
			mcpcontracts.RuntimeArgumentsText(arguments.Path, schemaKeyword(arguments.Keyword)))
	case errors.As(err, &denial):
		return deniedAnswer(denial)
	}
	return answerToolFailed
}

// schemaKeyword keeps the message of an argument error short and fixed: what is
// no keyword of JSON Schema by its looks becomes "value".
func schemaKeyword(keyword string) string {
	if keyword == "" || len(keyword) > len("unevaluatedProperties") {
		return "value"
	}
	for _, c := range []byte(keyword) {
		if (c < 'a' || c > 'z') && (c < 'A' || c > 'Z') && c != '$' {
			return "value"
		}
	}
	return keyword
}

var deniedTexts = map[runtimebridge.DenialKind]string{
	runtimebridge.DeniedHardConstraint:      mcpcontracts.TextDeniedHardConstraint,
	runtimebridge.DeniedRule:                mcpcontracts.TextDeniedRule,
	runtimebridge.DeniedApprovalUnavailable: mcpcontracts.TextDeniedApprovalUnavailable,
	runtimebridge.DeniedByOwner:             mcpcontracts.TextDeniedApprovalUnavailable,
	runtimebridge.DeniedAuditUnavailable:    mcpcontracts.TextDeniedAuditUnavailable,
}

func deniedAnswer(denial *runtimebridge.Denial) answer {
	if denial.Kind == runtimebridge.DeniedCapability && knownCapability(denial.Capability) {
		return failedResult(mcpcontracts.DeniedCapabilityText(string(denial.Capability)))
	}
	if text, known := deniedTexts[denial.Kind]; known {
		return failedResult(text)
	}
	return answerToolFailed
}

func knownCapability(c authority.Capability) bool {
	switch c {
	case authority.Reply, authority.MemoryRead, authority.MemorySourceAppend, authority.MemoryTrustedPromote,
		authority.FSRead, authority.FSWrite, authority.ProcessExec, authority.NetworkSend,
		authority.ApprovalRequest, authority.RuntimeControl:
		return true
	}
	return false
}
