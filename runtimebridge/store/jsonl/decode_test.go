package jsonl_test

import (
	"errors"
	"io"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/openprogram/openprogram-go/runtimebridge"
	"github.com/openprogram/openprogram-go/runtimebridge/store"
	"github.com/openprogram/openprogram-go/runtimebridge/store/jsonl"
)

// good is a session with everything in it.
const good = `{"id":"s1","title":"Cranes","agent_id":"main","source":"mcp","created_at":1700000000,"updated_at":1700000002.5,` +
	`"archived":true,"head":"m2","messages":[` +
	`{"id":"m1","role":"user","content":"Which crane?","timestamp":1700000000,"parent_id":null},` +
	`{"id":"m2","role":"assistant","content":"The red one.","timestamp":1700000002.5,"parent_id":"m1","steps":[` +
	`{"kind":"reply","calls":[{"id":"c1","name":"search","arguments":"{}"}],"provider":"openai","reasoning":"r"},` +
	`{"kind":"result","call_id":"c1","tool":"search","text":"red","is_error":true,"images":[{"data":"aGk=","mime_type":"image/png"}]}]},` +
	`{"id":"m3","role":"assistant","content":"The blue one.","timestamp":1700000003,"parent_id":"m1"}]}`

// read decodes one line.
func read(text string) (jsonl.Session, error) {
	return jsonl.NewDecoder(strings.NewReader(text)).Decode()
}

func TestDecode(t *testing.T) {
	moment := time.Unix(1_700_000_000, 0).UTC()
	want := jsonl.Session{
		Session: store.Session{
			ID: "s1", Title: "Cranes", AgentID: "main", Source: "mcp",
			CreatedAt: moment, UpdatedAt: moment.Add(2500 * time.Millisecond), Archived: true,
		},
		Head: "m2",
		Messages: []store.Message{
			{Message: runtimebridge.Message{ID: "m1", Role: "user", Content: "Which crane?", Timestamp: moment}},
			{
				Message:  runtimebridge.Message{ID: "m2", Role: "assistant", Content: "The red one.", Timestamp: moment.Add(2500 * time.Millisecond)},
				ParentID: "m1",
				Steps: []store.Step{
					{
						Kind: store.StepReply, Calls: []store.Call{{ID: "c1", Name: "search", Arguments: "{}"}},
						Provider: "openai", Reasoning: "r",
					},
					{
						Kind: store.StepResult, CallID: "c1", Tool: "search", Text: "red", IsError: true,
						Images: []store.Image{{Data: "aGk=", MIMEType: "image/png"}},
					},
				},
			},
			{
				Message:  runtimebridge.Message{ID: "m3", Role: "assistant", Content: "The blue one.", Timestamp: moment.Add(3 * time.Second)},
				ParentID: "m1",
			},
		},
	}
	got, err := read(good)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("session (-want +got):\n%s", diff)
	}
}

// TestDecodeAccepts changes good where it may be changed.
func TestDecodeAccepts(t *testing.T) {
	tests := map[string]struct {
		old, new string
		check    func(jsonl.Session) bool
	}{
		"white space":    {`{"id":"s1",`, " \t{ \"id\" :\r \"s1\" , ", func(s jsonl.Session) bool { return s.ID == "s1" }},
		"escaped text":   {`"Cranes"`, `"C\u0072\/\n\ud83c\udfd7"`, func(s jsonl.Session) bool { return s.Title == "Cr/\n🏗" }},
		"escaped key":    {`"title"`, `"\u0074itle"`, func(s jsonl.Session) bool { return s.Title == "Cranes" }},
		"brackets in it": {`"Cranes"`, `"]}\\\"[{,:"`, func(s jsonl.Session) bool { return s.Title == `]}\"[{,:` }},
		"empty title":    {`"Cranes"`, `""`, func(s jsonl.Session) bool { return s.Title == "" }},
		"exponent":       {`"created_at":1700000000`, `"created_at":1.7e9`, func(s jsonl.Session) bool { return s.CreatedAt.Unix() == 1_700_000_000 }},
		"microseconds":   {`"created_at":1700000000`, `"created_at":1700000000.123457`, func(s jsonl.Session) bool { return s.CreatedAt.Nanosecond() == 123457000 }},
		"1970":           {`"created_at":1700000000`, `"created_at":0`, func(s jsonl.Session) bool { return s.CreatedAt.Unix() == 0 }},
		"not archived":   {`"archived":true`, `"archived":false`, func(s jsonl.Session) bool { return !s.Archived }},
		"no archived":    {`"archived":true,`, ``, func(s jsonl.Session) bool { return !s.Archived }},
		"no head":        {`"head":"m2",`, ``, func(s jsonl.Session) bool { return s.Head == "m3" }},
		"no steps":       {`"parent_id":"m1"}]`, `"parent_id":"m1","steps":[]}]`, func(s jsonl.Session) bool { return s.Messages[2].Steps == nil }},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			if !strings.Contains(good, test.old) {
				t.Fatal("nothing to change")
			}
			session, err := read(strings.Replace(good, test.old, test.new, 1))
			if err != nil {
				t.Fatal(err)
			}
			if !test.check(session) {
				t.Errorf("read as %+v", session)
			}
		})
	}
	if s, err := read(`{"id":"s","title":"","agent_id":"","source":"","created_at":1,"updated_at":1,"messages":[]}`); err != nil || s.Head != "" {
		t.Errorf("a session without messages: %+v, %v", s, err)
	}
}

// TestDecodeRefuses changes good where it may not be changed.
func TestDecodeRefuses(t *testing.T) {
	tests := map[string]struct{ old, new, path, problem string }{
		"cut off":             {`]}`, ``, "", "not JSON"},
		"two values":          {`{"id":"s1"`, `{} {"id":"s1"`, "", "not JSON"},
		"not UTF-8":           {`Cranes`, "Cr\xffnes", "", "not UTF-8"},
		"unknown key":         {`"archived"`, `"archive"`, "", "unknown key"},
		"another case":        {`"archived"`, `"Archived"`, "", "unknown key"},
		"key of a message":    {`"role":"user"`, `"role":"user","name":"x"`, "messages[0]", "unknown key"},
		"key of a step":       {`"tool":"search"`, `"tool":"search","x":1`, "messages[1].steps[1]", "unknown key"},
		"key of a call":       {`"arguments":"{}"`, `"arguments":"{}","x":1`, "messages[1].steps[0].calls[0]", "unknown key"},
		"repeated key":        {`"title":"Cranes"`, `"title":"Cranes","title":"Cranes"`, "title", "key appears twice"},
		"repeated, escaped":   {`"title":"Cranes"`, `"title":"Cranes","\u0074itle":"x"`, "title", "key appears twice"},
		"repeated deep":       {`"role":"user"`, `"role":"user","role":"user"`, "messages[0].role", "key appears twice"},
		"missing id":          {`"id":"s1",`, ``, "id", "missing"},
		"missing messages":    {`"messages"`, `"head"`, "head", "key appears twice"},
		"missing parent":      {`,"parent_id":null`, ``, "messages[0].parent_id", "missing"},
		"missing kind":        {`"kind":"reply",`, ``, "messages[1].steps[0].kind", "missing"},
		"id is a number":      {`"id":"s1"`, `"id":1`, "id", "not a string"},
		"id is no id":         {`"id":"s1"`, `"id":"../s1"`, "id", "not a session id"},
		"time is a string":    {`"created_at":1700000000`, `"created_at":"1700000000"`, "created_at", "not a number"},
		"time is null":        {`"created_at":1700000000`, `"created_at":null`, "created_at", "not a number"},
		"time is negative":    {`"created_at":1700000000`, `"created_at":-1`, "created_at", "not a time in Unix seconds"},
		"time is huge":        {`"created_at":1700000000`, `"created_at":1e300`, "created_at", "not a time in Unix seconds"},
		"time overflows":      {`"created_at":1700000000`, `"created_at":1e999`, "created_at", "not a number"},
		"archived is 1":       {`"archived":true`, `"archived":1`, "archived", "not a boolean"},
		"messages is null":    {`"messages":[`, `"messages":null,"x":[`, "messages", "not an array"},
		"message is a string": {`{"id":"m1","role":"user","content":"Which crane?","timestamp":1700000000,"parent_id":null}`, `"m1"`, "messages[0]", "not an object"},
		"role is system":      {`"role":"user"`, `"role":"system"`, "messages[0].role", "neither user nor assistant"},
		"message without id":  {`"id":"m1"`, `"id":""`, "messages[0].id", "empty"},
		"empty content":       {`"Which crane?"`, `""`, "messages[0].content", "empty"},
		"repeated message id": {`"id":"m3"`, `"id":"m1"`, "messages[2].id", "appears twice"},
		"unknown parent":      {`"parent_id":"m1"}]`, `"parent_id":"m9"}]`, "messages[2].parent_id", "not an earlier message"},
		"own parent":          {`"parent_id":"m1"}]`, `"parent_id":"m3"}]`, "messages[2].parent_id", "not an earlier message"},
		"later parent":        {`"parent_id":"m1","steps"`, `"parent_id":"m3","steps"`, "messages[1].parent_id", "not an earlier message"},
		"empty parent":        {`"parent_id":null`, `"parent_id":""`, "messages[0].parent_id", "empty"},
		"unknown head":        {`"head":"m2"`, `"head":"m9"`, "head", "not a message of the session"},
		"empty head":          {`"head":"m2"`, `"head":""`, "head", "empty"},
		"steps of the user":   {`"parent_id":null`, `"parent_id":null,"steps":[{"kind":"partial","text":"x"}]`, "messages[0].steps", "on a message that is not the assistant's"},
		"unknown kind":        {`"kind":"reply"`, `"kind":"thought"`, "messages[1].steps[0]", "malformed step"},
		"broken arguments":    {`"arguments":"{}"`, `"arguments":"{"`, "messages[1].steps[0]", "malformed step"},
		"nameless call":       {`"name":"search"`, `"name":""`, "messages[1].steps[0].calls[0].name", "empty"},
		"missing result":      {`"call_id":"c1"`, `"call_id":"c2"`, "messages[1].steps", "a call without exactly one result"},
		"no head, two roots":  {`"head":"m2","messages":[`, `"messages":[{"id":"m0","role":"user","content":"x","timestamp":1,"parent_id":null},`, "head", "missing, and more than one message has no parent"},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			if !strings.Contains(good, test.old) {
				t.Fatal("nothing to change")
			}
			_, err := read(strings.Replace(good, test.old, test.new, 1))
			var got *store.LineError
			if !errors.As(err, &got) {
				t.Fatalf("Decode = %v, want a LineError", err)
			}
			if diff := cmp.Diff(&store.LineError{Line: 1, Path: test.path, Problem: test.problem}, got); diff != "" {
				t.Errorf("error (-want +got):\n%s", diff)
			}
		})
	}
	for _, text := range []string{"null", "[]", "42", `"s"`, "nul", "{]", "\ufeff{}"} {
		if _, err := read(text); err == nil || errors.Is(err, io.EOF) {
			t.Errorf("Decode(%q) = %v, want a LineError", text, err)
		}
	}
	if _, err := read(`{"id":"s","title":"","agent_id":"","source":"","created_at":1,"updated_at":1,"head":"m","messages":[]}`); err == nil {
		t.Error("a head without messages is accepted")
	}
}
