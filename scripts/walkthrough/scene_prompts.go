package main

import (
	"context"
	"strings"
)

// sent is the result of prompt_send.
type sent struct {
	SessionID string `json:"session_id"`
	MessageID string `json:"assistant_msg_id"`
	Text      string `json:"text"`
	Failed    bool   `json:"failed"`
}

// message is one of session_get.
type message struct{ ID, Role, Content string }

func prompts(ctx context.Context, s *stage) error {
	s.script.scene("It prompts the agent, which answers from the notes, offline")
	r, err := s.client.call(ctx, "prompt_send", map[string]any{"prompt": "Where does the ferry berth?"})
	if err != nil {
		return err
	}
	var answer sent
	s.script.check(r.decode(&answer) && !answer.Failed && strings.Contains(answer.Text, "north side"), "the answer stands in the notes")
	s.session = answer.SessionID

	r, err = s.client.call(ctx, "session_get", map[string]any{"session_id": s.session})
	if err != nil {
		return err
	}
	var branch []message
	s.script.check(r.decode(&branch) && len(branch) == 2 && branch[1].ID == answer.MessageID, "the session holds the question and the answer")

	r, err = s.client.call(ctx, "sessions_list", map[string]any{})
	if err != nil {
		return err
	}
	var sessions []struct{ ID string }
	s.script.check(r.decode(&sessions) && len(sessions) == 1 && sessions[0].ID == s.session, "and is listed")

	r, err = s.client.call(ctx, "prompt_send", map[string]any{"prompt": "Hello", "session_id": "mcp_of_somebody_else"})
	if err != nil {
		return err
	}
	s.script.check(r.String() == "protocol error -32602: invalid MCP prompt session", "a session that is not there is refused")
	return nil
}
