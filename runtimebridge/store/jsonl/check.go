package jsonl

import (
	"github.com/openprogram/openprogram-go/runtimebridge"
	"github.com/openprogram/openprogram-go/runtimebridge/store"
)

// check refuses a session whose messages do not hang together, and gives it the
// head that the file has left out.
func check(s *Session) error {
	if len(s.Messages) == 0 {
		if s.Head != "" {
			return in("head", &problem{text: "not a message of the session"})
		}
		return nil
	}
	earlier := make(map[string]bool, len(s.Messages))
	roots := 0
	for i := range s.Messages {
		m := &s.Messages[i]
		if err := checkMessage(m, earlier); err != nil {
			return in("messages", inIndex(i, err))
		}
		earlier[m.ID] = true
		if m.ParentID == "" {
			roots++
		}
	}
	switch {
	case s.Head != "" && !earlier[s.Head]:
		return in("head", &problem{text: "not a message of the session"})
	case s.Head == "" && roots > 1:
		return in("head", &problem{text: "missing, and more than one message has no parent"})
	case s.Head == "":
		s.Head = s.Messages[len(s.Messages)-1].ID
	}
	return nil
}

func checkMessage(m *store.Message, earlier map[string]bool) error {
	if earlier[m.ID] {
		return in("id", &problem{text: "appears twice"})
	}
	if m.ParentID != "" && !earlier[m.ParentID] {
		return in("parent_id", &problem{text: "not an earlier message"})
	}
	if len(m.Steps) > 0 && m.Role != runtimebridge.RoleAssistant {
		return in("steps", &problem{text: "on a message that is not the assistant's"})
	}
	for i, step := range m.Steps {
		if !step.Valid() {
			return in("steps", inIndex(i, &problem{text: "malformed step"}))
		}
	}
	if !store.Paired(m.Steps) {
		return in("steps", &problem{text: "a call without exactly one result"})
	}
	return nil
}
