package jsonl

import (
	"bytes"
	"encoding/json"
	"io"
	"strconv"
	"time"

	"github.com/openprogram/openprogram-go/runtimebridge"
	"github.com/openprogram/openprogram-go/runtimebridge/store"
)

// An Encoder writes sessions, a line each.
type Encoder struct{ json *json.Encoder }

// NewEncoder returns an Encoder that writes to w, a whole line at a time.
func NewEncoder(w io.Writer) *Encoder {
	encoder := json.NewEncoder(w)
	encoder.SetEscapeHTML(false)
	return &Encoder{json: encoder}
}

// line and its messages fix the keys and their order.
type line struct {
	ID        string        `json:"id"`
	Title     string        `json:"title"`
	AgentID   string        `json:"agent_id"`
	Source    string        `json:"source"`
	CreatedAt seconds       `json:"created_at"`
	UpdatedAt seconds       `json:"updated_at"`
	Archived  bool          `json:"archived,omitempty"`
	Head      string        `json:"head,omitempty"`
	Messages  []lineMessage `json:"messages"`
}

type lineMessage struct {
	ID        string             `json:"id"`
	Role      runtimebridge.Role `json:"role"`
	Content   string             `json:"content"`
	Timestamp seconds            `json:"timestamp"`
	ParentID  *string            `json:"parent_id"`
	Steps     []store.Step       `json:"steps,omitempty"`
}

// Encode writes one session.
func (e *Encoder) Encode(s Session) error {
	l := line{
		ID: s.ID, Title: s.Title, AgentID: s.AgentID, Source: s.Source,
		CreatedAt: seconds(s.CreatedAt), UpdatedAt: seconds(s.UpdatedAt),
		Archived: s.Archived, Messages: make([]lineMessage, len(s.Messages)),
	}
	for i := range s.Messages {
		m := &s.Messages[i]
		l.Messages[i] = lineMessage{
			ID: m.ID, Role: m.Role, Content: m.Content, Timestamp: seconds(m.Timestamp), Steps: m.Steps,
		}
		if m.ParentID != "" {
			l.Messages[i].ParentID = &m.ParentID
		}
	}
	if n := len(s.Messages); n > 0 && s.Head != s.Messages[n-1].ID {
		l.Head = s.Head
	}
	return e.json.Encode(l)
}

// seconds is a time as Unix seconds with up to six decimals.
type seconds time.Time

// MarshalJSON writes the number without going through a float.
func (s seconds) MarshalJSON() ([]byte, error) {
	micros := time.Time(s).UnixMicro()
	var text []byte
	if micros < 0 {
		text, micros = append(text, '-'), -micros
	}
	text = strconv.AppendInt(text, micros/1e6, 10)
	if micros%1e6 == 0 {
		return text, nil
	}
	point := len(text)
	text = strconv.AppendInt(text, 1e6+micros%1e6, 10) // 1 and six digits
	text[point] = '.'
	return bytes.TrimRight(text, "0"), nil
}
