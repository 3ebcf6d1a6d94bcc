package main

import (
	"fmt"
	"slices"
	"strings"
)

// right is the verdict on an answer that is as it should be.
const right = verdict("")

// wrong is the verdict on one that is not.
func wrong(a answer) (verdict, string) {
	switch {
	case strings.Contains(a.text, "session is busy") || strings.Contains(a.message, "server is busy"):
		return needlessBusy, a.text + a.message
	case strings.Contains(a.text, "unavailable") && !strings.Contains(a.text, "approval"):
		return needlessBusy, a.text
	}
	return wrongAnswer, fmt.Sprintf("%d %.300q", a.code, a.message+a.text+string(a.result))
}

// exactly wants this text of a result.
func exactly(text string, failed bool) func(answer) (verdict, string) {
	return func(a answer) (verdict, string) {
		if a.message == "" && a.text == text && a.isError == failed {
			return right, ""
		}
		return wrong(a)
	}
}

// containing wants a result with this in its text.
func containing(piece string) func(answer) (verdict, string) {
	return func(a answer) (verdict, string) {
		if a.message == "" && !a.isError && strings.Contains(a.text, piece) {
			return right, ""
		}
		return wrong(a)
	}
}

// refused wants an error of the protocol.
func refused(code int, message string) func(answer) (verdict, string) {
	return func(a answer) (verdict, string) {
		if a.code == code && a.message == message {
			return right, ""
		}
		return wrong(a)
	}
}

// oneOf wants what one of the judges wants.
func oneOf(judges ...func(answer) (verdict, string)) func(answer) (verdict, string) {
	return func(a answer) (verdict, string) {
		for _, judge := range judges {
			if v, _ := judge(a); v == right {
				return right, ""
			}
		}
		return wrong(a)
	}
}

// turn is the result of prompt_send.
type turn struct {
	SessionID string `json:"session_id"`
	MessageID string `json:"assistant_msg_id"`
	Text      string `json:"text"`
	Failed    bool   `json:"failed"`
}

// answered wants the model's answer to a prompt, in the session in which it was
// asked; an empty session stands for a new one.
func answered(prompt, session string) func(answer) (verdict, string) {
	return func(a answer) (verdict, string) {
		var t turn
		switch {
		case !a.payload(&t) || t.Failed || t.MessageID == "":
			return wrong(a)
		case t.Text != answerTo(prompt):
			return wrongSession, fmt.Sprintf("%q was answered with %q", prompt, t.Text)
		case session != "" && t.SessionID != session, !strings.HasPrefix(t.SessionID, "mcp_"):
			return wrongSession, fmt.Sprintf("asked in %q, answered in %q", session, t.SessionID)
		}
		return right, ""
	}
}

// history wants a branch in which user and assistant take turns, with these
// prompts in this order, each once and followed by its answer.
func history(said []string) func(answer) (verdict, string) {
	return func(a answer) (verdict, string) {
		var messages []struct{ Role, Content string }
		if !a.payload(&messages) {
			return wrong(a)
		}
		found := []string{}
		for i, m := range messages {
			if m.Role != []string{"user", "assistant"}[i%2] || m.Content == "" {
				return wrongAnswer, fmt.Sprintf("message %d of the history is of %q and has %d bytes", i, m.Role, len(m.Content))
			}
			if i%2 == 1 && slices.Contains(said, messages[i-1].Content) && m.Content == answerTo(messages[i-1].Content) {
				found = append(found, messages[i-1].Content)
			}
		}
		if !slices.Equal(found, said) {
			return wrongSession, fmt.Sprintf("the history has %q, and %q were answered", found, said)
		}
		return right, ""
	}
}

// listed wants at most a hundred sessions, the newest first, each once.
func listed(a answer) (verdict, string) {
	var rows []struct {
		ID        string  `json:"id"`
		UpdatedAt float64 `json:"updated_at"`
	}
	if !a.payload(&rows) || rows == nil {
		return wrong(a)
	}
	seen := map[string]bool{}
	for i, row := range rows {
		if row.ID == "" || seen[row.ID] || i > 0 && row.UpdatedAt > rows[i-1].UpdatedAt {
			return wrongAnswer, fmt.Sprintf("session %d of the list is out of order or there twice", i)
		}
		seen[row.ID] = true
	}
	if len(rows) > 100 {
		return wrongAnswer, fmt.Sprintf("%d sessions are listed", len(rows))
	}
	return right, ""
}

// tools wants exactly these Runtime tools, in this order.
func tools(names ...string) func(answer) (verdict, string) {
	return func(a answer) (verdict, string) {
		var rows []struct{ Name string }
		if !a.payload(&rows) {
			return wrong(a)
		}
		var got []string
		for _, row := range rows {
			got = append(got, row.Name)
		}
		if !slices.Equal(got, names) {
			return wrongAnswer, fmt.Sprintf("listed are %q", got)
		}
		return right, ""
	}
}

// whatever wants a result that is no failure.
func whatever(a answer) (verdict, string) {
	if a.message == "" && !a.isError && a.result != nil {
		return right, ""
	}
	return wrong(a)
}
