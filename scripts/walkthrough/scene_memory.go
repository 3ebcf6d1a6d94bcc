package main

import (
	"context"
	"slices"
	"strings"
)

func toolCall(name string, arguments map[string]any) map[string]any {
	return map[string]any{"name": name, "arguments": arguments}
}

func useMemory(ctx context.Context, s *stage) error {
	s.script.scene("It sees the tools that its owner has exposed and its tier allows, and uses them")
	r, err := s.client.call(ctx, "tools_list", map[string]any{})
	if err != nil {
		return err
	}
	var tools []struct{ Name string }
	var names []string
	decoded := r.decode(&tools)
	for _, tool := range tools {
		names = append(names, tool.Name)
	}
	want := []string{"memory_status", "memory_search", "memory_get", "memory_grep", "memory_browse", "memory_update"}
	s.script.check(decoded && slices.Equal(names, want), "the exposed tools without read and bash, which are not for guests: "+strings.Join(names, " "))

	r, reports, err := s.client.callWithProgress(ctx, "tool_call", toolCall("memory_search", map[string]any{"query": "who kept the lighthouse"}))
	if err != nil {
		return err
	}
	s.script.check(r.good() && strings.Contains(r.text, "Ada Brand"), "the search finds the note")
	s.script.check(len(reports) > 0 && slices.IsSortedFunc(reports, further), "progress is reported, each report further on than the one before")

	s.client.meter.take()
	if _, err = s.client.call(ctx, "tool_call", toolCall("memory_search", map[string]any{"query": "fenders"})); err != nil {
		return err
	}
	s.script.check(len(s.client.meter.take()) == 0, "and none to a client that has given no progress token")
	return suggest(ctx, s)
}

// further orders reports so that two that are equal are out of order.
func further(a, b float64) int {
	if a > b {
		return 1
	}
	return -1
}

// suggest lets the client add something to the memory.
func suggest(ctx context.Context, s *stage) error {
	r, err := s.client.call(ctx, "tool_call", toolCall("memory_status", map[string]any{}))
	if err != nil {
		return err
	}
	var status struct{ Revision string }
	s.script.check(r.decode(&status) && status.Revision != "", "the memory has a revision")
	r, err = s.client.call(ctx, "tool_call", toolCall("memory_update", map[string]any{
		"base_revision": status.Revision,
		"changes":       []any{map[string]any{"path": "harbour.md", "heading": "Decisions", "text": "The fenders are paid by the town."}},
	}))
	if err != nil {
		return err
	}
	after, err := s.memory()
	if err != nil {
		return err
	}
	s.script.check(r.good() && after == s.notesBefore, "what a guest adds waits for its owner: the notes are unchanged")
	return nil
}
