package mcpserver

import (
	"errors"

	"github.com/openprogram/openprogram-go/mcpcontracts"
	"github.com/openprogram/openprogram-go/runtimebridge"
)

// errMalformedRow reports a row that a runtime must not give.
var errMalformedRow = errors.New("malformed row")

func (c *connection) sessionsList(call *call, _ map[string]any) answer {
	sessions, err := c.runtime.Sessions(call.ctx, mcpcontracts.MaxSessions)
	if err != nil {
		return answerSessionData
	}
	rows, err := sessionRows(sessions)
	if err != nil {
		return answerSessionData
	}
	return payloadAnswer(rows)
}

func sessionRows(sessions []runtimebridge.SessionSummary) ([]mcpcontracts.SessionSummary, error) {
	rows := make([]mcpcontracts.SessionSummary, 0, len(sessions))
	for _, s := range sessions[:min(len(sessions), mcpcontracts.MaxSessions)] {
		if s.ID == "" {
			return nil, errMalformedRow
		}
		rows = append(rows, mcpcontracts.SessionSummary{
			ID: s.ID, Title: s.Title, UpdatedAt: mcpcontracts.UnixSeconds(s.UpdatedAt),
		})
	}
	return rows, nil
}

func (c *connection) sessionGet(call *call, arguments map[string]any) answer {
	branch, err := c.runtime.Branch(call.ctx, mcpcontracts.SessionGetFrom(arguments).SessionID)
	if err != nil {
		return branchFailure(err)
	}
	rows, err := messageRows(branch)
	if err != nil {
		return answerSessionData
	}
	return payloadAnswer(rows)
}

func messageRows(branch []runtimebridge.Message) ([]mcpcontracts.Message, error) {
	rows := make([]mcpcontracts.Message, 0, len(branch))
	for _, m := range branch {
		if m.ID == "" || m.Role != runtimebridge.RoleUser && m.Role != runtimebridge.RoleAssistant {
			return nil, errMalformedRow
		}
		rows = append(rows, mcpcontracts.Message{
			Content: m.Content, ID: m.ID, Role: string(m.Role), Timestamp: mcpcontracts.UnixSeconds(m.Timestamp),
		})
	}
	return rows, nil
}
