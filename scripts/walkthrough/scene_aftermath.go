package main

import (
	"context"
	"encoding/json"
	"os"
	"strings"
)

func aftermath(ctx context.Context, s *stage) error {
	s.script.scene("The client goes, and the owner looks at what happened")
	s.script.check(s.client.close() == nil, "the server ends with its client")
	out, err := s.run(ctx, false, "sessions", "list")
	if err != nil {
		return err
	}
	s.script.check(strings.Contains(out, s.session), "the owner sees the client's session")
	if err := promote(ctx, s); err != nil {
		return err
	}
	if _, err := s.run(ctx, false, "audit", "verify"); err != nil {
		return err
	}
	s.script.check(true, "the chain of the audit log is whole")
	return records(s)
}

// promote takes the client's suggestion over.
func promote(ctx context.Context, s *stage) error {
	out, err := s.run(ctx, false, "memory", "pending")
	if err != nil {
		return err
	}
	id, _, _ := strings.Cut(out, " ")
	if _, err := s.run(ctx, false, "memory", "promote", id); err != nil {
		return err
	}
	notes, err := s.memory()
	if err != nil {
		return err
	}
	s.script.check(strings.Contains(notes, "The fenders are paid by the town."), "the suggestion is in the notes now that the owner has said so")
	return nil
}

// records looks at the audit log itself.
func records(s *stage) error {
	data, err := os.ReadFile(s.state("audit", "audit.jsonl"))
	if err != nil {
		return err
	}
	counts := map[string]int{}
	var cancelled map[string]any
	for line := range strings.Lines(string(data)) {
		var record struct {
			Type    string
			Payload map[string]any
		}
		if err := json.Unmarshal([]byte(line), &record); err != nil {
			return err
		}
		counts[record.Type]++
		if record.Type == "mcp.request.cancelled" {
			cancelled = record.Payload
		}
	}
	s.script.check(counts["mcp.tool.denied"] == 4, "each of the four denials is recorded")
	s.script.check(counts["mcp.request.cancelled"] == 1 && len(cancelled) == 4 &&
		cancelled["reason"] == "prompt_cancel" && cancelled["session_id"] == s.session, "so is the one cancelled request")
	secretive := true
	for _, secret := range []string{s.token, "Answer slowly", "Where does the ferry", "Ada Brand", "not-a-real-key"} {
		secretive = secretive && !strings.Contains(string(data), secret)
	}
	s.script.check(secretive, "and no token, prompt, result or key is in it")
	return nil
}
