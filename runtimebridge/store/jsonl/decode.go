package jsonl

import (
	"bytes"
	"encoding/json"
	"unicode/utf8"

	"github.com/openprogram/openprogram-go/runtimebridge"
	"github.com/openprogram/openprogram-go/runtimebridge/store"
)

var sessionFields = []field[Session]{
	{"id", true, func(s *Session, v []byte) error { return decodeSessionID(v, &s.ID) }},
	{"title", true, func(s *Session, v []byte) error { return decodeString(v, &s.Title) }},
	{"agent_id", true, func(s *Session, v []byte) error { return decodeString(v, &s.AgentID) }},
	{"source", true, func(s *Session, v []byte) error { return decodeString(v, &s.Source) }},
	{"created_at", true, func(s *Session, v []byte) error { return decodeTime(v, &s.CreatedAt) }},
	{"updated_at", true, func(s *Session, v []byte) error { return decodeTime(v, &s.UpdatedAt) }},
	{"archived", false, func(s *Session, v []byte) error { return decodeBool(v, &s.Archived) }},
	{"head", false, func(s *Session, v []byte) error { return decodeNonempty(v, &s.Head) }},
	{"messages", true, func(s *Session, v []byte) error { return decodeArray(v, messageFields, &s.Messages) }},
}

var messageFields = []field[store.Message]{
	{"id", true, func(m *store.Message, v []byte) error { return decodeNonempty(v, &m.ID) }},
	{"role", true, func(m *store.Message, v []byte) error { return decodeRole(v, &m.Role) }},
	{"content", true, func(m *store.Message, v []byte) error { return decodeNonempty(v, &m.Content) }},
	{"timestamp", true, func(m *store.Message, v []byte) error { return decodeTime(v, &m.Timestamp) }},
	{"parent_id", true, func(m *store.Message, v []byte) error { return decodeParent(v, &m.ParentID) }},
	{"steps", false, func(m *store.Message, v []byte) error { return decodeArray(v, stepFields, &m.Steps) }},
}

var stepFields = []field[store.Step]{
	{"kind", true, func(s *store.Step, v []byte) error { return decodeString(v, (*string)(&s.Kind)) }},
	{"text", false, func(s *store.Step, v []byte) error { return decodeString(v, &s.Text) }},
	{"calls", false, func(s *store.Step, v []byte) error { return decodeArray(v, callFields, &s.Calls) }},
	{"provider", false, func(s *store.Step, v []byte) error { return decodeString(v, &s.Provider) }},
	{"reasoning", false, func(s *store.Step, v []byte) error { return decodeString(v, &s.Reasoning) }},
	{"call_id", false, func(s *store.Step, v []byte) error { return decodeString(v, &s.CallID) }},
	{"tool", false, func(s *store.Step, v []byte) error { return decodeString(v, &s.Tool) }},
	{"is_error", false, func(s *store.Step, v []byte) error { return decodeBool(v, &s.IsError) }},
	{"images", false, func(s *store.Step, v []byte) error { return decodeArray(v, imageFields, &s.Images) }},
}

var callFields = []field[store.Call]{
	{"id", true, func(c *store.Call, v []byte) error { return decodeNonempty(v, &c.ID) }},
	{"name", true, func(c *store.Call, v []byte) error { return decodeNonempty(v, &c.Name) }},
	{"arguments", true, func(c *store.Call, v []byte) error { return decodeString(v, &c.Arguments) }},
}

var imageFields = []field[store.Image]{
	{"data", true, func(i *store.Image, v []byte) error { return decodeNonempty(v, &i.Data) }},
	{"mime_type", true, func(i *store.Image, v []byte) error { return decodeNonempty(v, &i.MIMEType) }},
}

// blanks are what JSON calls white space.
const blanks = " \t\r\n"

// decodeLine reads one line.
func decodeLine(text []byte) (Session, error) {
	text = bytes.Trim(text, blanks)
	if !utf8.Valid(text) {
		return Session{}, &problem{text: "not UTF-8"}
	}
	if !json.Valid(text) {
		return Session{}, &problem{text: "not JSON"}
	}
	var s Session
	if err := decodeObject(text, sessionFields, &s); err != nil {
		return Session{}, err
	}
	return s, check(&s)
}

func decodeSessionID(value []byte, into *string) error {
	if err := decodeString(value, into); err != nil {
		return err
	}
	if !store.ValidSessionID(*into) {
		return &problem{text: "not a session id"}
	}
	return nil
}

func decodeRole(value []byte, into *runtimebridge.Role) error {
	if err := decodeString(value, (*string)(into)); err != nil {
		return err
	}
	if *into != runtimebridge.RoleUser && *into != runtimebridge.RoleAssistant {
		return &problem{text: "neither user nor assistant"}
	}
	return nil
}

// decodeParent reads null or the id of a message.
func decodeParent(value []byte, into *string) error {
	if string(value) == "null" {
		return nil
	}
	return decodeNonempty(value, into)
}
