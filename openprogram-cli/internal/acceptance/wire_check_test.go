//go:build unix

package acceptance_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"
)

func readAll(r *http.Request) string {
	data, _ := io.ReadAll(r.Body) // what is cut fails the check
	return string(data)
}

func readCloser(body string) io.ReadCloser { return io.NopCloser(strings.NewReader(body)) }

// checkOpenAI holds a chat-completions request to its rules: the conversation
// begins with its user, nothing is empty, and each call has one result, in order,
// right behind it.
func checkOpenAI(body string) error {
	var request struct {
		Messages []struct {
			Role       string
			Content    any
			ToolCallID string `json:"tool_call_id"`
			ToolCalls  []struct {
				ID       string
				Function struct{ Name, Arguments string }
			} `json:"tool_calls"`
		}
	}
	if err := json.Unmarshal([]byte(body), &request); err != nil {
		return err
	}
	var open []string
	seen := map[string]bool{}
	for i, m := range request.Messages {
		text, isText := m.Content.(string)
		switch {
		case m.Role == "tool":
			if len(open) == 0 || open[0] != m.ToolCallID || text == "" {
				return fmt.Errorf("message %d: result %q is empty or out of place", i, m.ToolCallID)
			}
			open = open[1:]
			continue
		case len(open) > 0:
			return fmt.Errorf("message %d: calls without results", i)
		case i == 1 && m.Role != "user":
			return errors.New("the conversation does not begin with its user")
		case len(m.ToolCalls) == 0 && isText && strings.TrimSpace(text) == "", len(m.ToolCalls) == 0 && m.Content == nil:
			return fmt.Errorf("message %d is empty", i)
		}
		for _, c := range m.ToolCalls {
			if err := checkCall(seen, c.ID, c.Function.Name, c.Function.Arguments); err != nil {
				return fmt.Errorf("message %d: %w", i, err)
			}
			open = append(open, c.ID)
		}
	}
	if len(open) > 0 {
		return errors.New("calls without results at the end")
	}
	return nil
}

func checkCall(seen map[string]bool, id, name, arguments string) error {
	var object map[string]any
	if id == "" || seen[id] || name == "" || json.Unmarshal([]byte(arguments), &object) != nil || object == nil {
		return fmt.Errorf("call %q of %q is odd", id, name)
	}
	seen[id] = true
	return nil
}

// checkAnthropic holds a messages request to its rules: roles take turns, the
// user begins, no text is blank, and the results of a reply come first in the
// next message, in order.
func checkAnthropic(body string) error {
	var request struct {
		Messages []struct {
			Role    string
			Content []struct {
				Type      string
				Text      string
				ID, Name  string
				Input     json.RawMessage
				ToolUseID string `json:"tool_use_id"`
			}
		}
	}
	if err := json.Unmarshal([]byte(body), &request); err != nil {
		return err
	}
	var open []string
	seen := map[string]bool{}
	for i, m := range request.Messages {
		if want := []string{"user", "assistant"}[i%2]; m.Role != want || len(m.Content) == 0 {
			return fmt.Errorf("message %d: role %s, %d blocks", i, m.Role, len(m.Content))
		}
		for _, b := range m.Content {
			switch {
			case b.Type == "tool_result" && (len(open) == 0 || open[0] != b.ToolUseID):
				return fmt.Errorf("message %d: result %q out of place", i, b.ToolUseID)
			case b.Type == "tool_result":
				open = open[1:]
			case m.Role == "user" && len(open) > 0:
				return fmt.Errorf("message %d: calls without results", i)
			case b.Type == "text" && strings.TrimSpace(b.Text) == "":
				return fmt.Errorf("message %d: blank text", i)
			case b.Type == "tool_use":
				if err := checkCall(seen, b.ID, b.Name, string(b.Input)); err != nil {
					return fmt.Errorf("message %d: %w", i, err)
				}
				open = append(open, b.ID)
			}
		}
		if m.Role == "user" && len(open) > 0 {
			return fmt.Errorf("message %d: calls without results", i)
		}
	}
	return nil
}

// The checks find what they are for.
func TestWireChecks(t *testing.T) {
	const user, again = `{"role":"user","content":"a"}`, `{"role":"assistant","content":"b"}`
	openAI := func(messages ...string) string {
		return `{"messages":[{"role":"system","content":"s"},` + strings.Join(messages, ",") + `]}`
	}
	call := func(id, arguments string) string {
		return `{"role":"assistant","tool_calls":[{"id":"` + id + `","function":{"name":"t","arguments":"` + arguments + `"}}]}`
	}
	result := func(id, text string) string {
		return `{"role":"tool","tool_call_id":"` + id + `","content":"` + text + `"}`
	}
	anthropic := func(messages ...string) string { return `{"messages":[` + strings.Join(messages, ",") + `]}` }
	text := func(role, text string) string {
		return `{"role":"` + role + `","content":[{"type":"text","text":"` + text + `"}]}`
	}
	const used = `{"role":"assistant","content":[{"type":"tool_use","id":"1","name":"t","input":{}}]}`
	answered := `{"role":"user","content":[{"type":"tool_result","tool_use_id":"1"},{"type":"text","text":"x"}]}`
	for _, c := range []struct {
		check func(string) error
		body  string
		ok    bool
	}{
		{checkOpenAI, openAI(user, again, user, call("1", "{}"), result("1", "r"), again), true},
		{checkOpenAI, openAI(again), false},
		{checkOpenAI, openAI(user, `{"role":"assistant","content":" "}`), false},
		{checkOpenAI, openAI(user, `{"role":"assistant"}`), false},
		{checkOpenAI, openAI(user, call("1", "{}")), false},
		{checkOpenAI, openAI(user, call("1", "{}"), user), false},
		{checkOpenAI, openAI(user, call("1", "{}"), result("2", "r")), false},
		{checkOpenAI, openAI(user, call("1", "{}"), result("1", "")), false},
		{checkOpenAI, openAI(user, call("1", "{"), result("1", "r")), false},
		{checkOpenAI, openAI(user, call("1", "{}"), result("1", "r"), call("1", "{}"), result("1", "r")), false},
		{checkOpenAI, "{", false},
		{checkAnthropic, anthropic(text("user", "a"), used, answered, text("assistant", "b")), true},
		{checkAnthropic, anthropic(text("assistant", "a")), false},
		{checkAnthropic, anthropic(text("user", "a"), text("user", "b")), false},
		{checkAnthropic, anthropic(text("user", " ")), false},
		{checkAnthropic, anthropic(`{"role":"user","content":[]}`), false},
		{checkAnthropic, anthropic(text("user", "a"), used, text("user", "b")), false},
		{checkAnthropic, anthropic(text("user", "a"), text("assistant", "b"), answered), false},
		{checkAnthropic, "{", false},
	} {
		if err := c.check(c.body); (err == nil) != c.ok {
			t.Errorf("%s: %v", c.body, err)
		}
	}
}
