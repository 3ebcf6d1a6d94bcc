package mcpcontracts

import (
	"math"
	"strconv"
	"unicode/utf8"
)

// The shapes of results are written member by member, in the order in which
// their names sort; a history of many messages never becomes maps.

func appendList[T any](dst []byte, rows []T, appendRow func([]byte, T) ([]byte, error)) ([]byte, error) {
	dst = append(dst, '[')
	for i, row := range rows {
		if i > 0 {
			dst = append(dst, ',')
		}
		var err error
		if dst, err = appendRow(dst, row); err != nil {
			return nil, err
		}
	}
	return append(dst, ']'), nil
}

func appendSessionSummary(dst []byte, s SessionSummary) ([]byte, error) {
	if !validTexts(s.ID, s.Title) || !finite(s.UpdatedAt) {
		return nil, errNotJSON
	}
	dst = appendText(append(dst, `{"id":`...), s.ID)
	dst = appendText(append(dst, `,"title":`...), s.Title)
	dst = appendFloat(append(dst, `,"updated_at":`...), s.UpdatedAt, 64)
	return append(dst, '}'), nil
}

func appendMessage(dst []byte, m Message) ([]byte, error) {
	if !validTexts(m.Content, m.ID, m.Role) || !finite(m.Timestamp) {
		return nil, errNotJSON
	}
	dst = appendText(append(dst, `{"content":`...), m.Content)
	dst = appendText(append(dst, `,"id":`...), m.ID)
	dst = appendText(append(dst, `,"role":`...), m.Role)
	dst = appendFloat(append(dst, `,"timestamp":`...), m.Timestamp, 64)
	return append(dst, '}'), nil
}

func appendPromptResult(dst []byte, p PromptResult) ([]byte, error) {
	if !validTexts(p.AssistantMessageID, p.SessionID, p.Text) {
		return nil, errNotJSON
	}
	dst = appendText(append(dst, `{"assistant_msg_id":`...), p.AssistantMessageID)
	dst = strconv.AppendBool(append(dst, `,"failed":`...), p.Failed)
	dst = appendText(append(dst, `,"session_id":`...), p.SessionID)
	dst = appendText(append(dst, `,"text":`...), p.Text)
	return append(dst, '}'), nil
}

func appendCancelResult(dst []byte, c CancelResult) ([]byte, error) {
	if !validTexts(c.SessionID) {
		return nil, errNotJSON
	}
	dst = strconv.AppendBool(append(dst, `{"cancelled":`...), c.Cancelled)
	dst = appendText(append(dst, `,"session_id":`...), c.SessionID)
	return append(dst, '}'), nil
}

func appendRuntimeTool(dst []byte, t RuntimeTool) ([]byte, error) {
	if !validTexts(t.Description, t.Name) {
		return nil, errNotJSON
	}
	dst = appendText(append(dst, `{"description":`...), t.Description)
	dst, err := appendPayload(append(dst, `,"inputSchema":`...), t.InputSchema)
	if err != nil {
		return nil, err
	}
	dst = appendText(append(dst, `,"name":`...), t.Name)
	return append(dst, '}'), nil
}

// appendMessages writes a history into room of its size.
func appendMessages(messages []Message) ([]byte, error) {
	size := messagesSize(messages)
	if size > MaxResultBytes {
		return nil, errNotJSON
	}
	return appendList(make([]byte, 0, size), messages, appendMessage)
}

// messagesSize is what the messages need, or a little more.
func messagesSize(messages []Message) int {
	size := 2
	for _, m := range messages {
		size += textSize(m.Content) + textSize(m.ID) + textSize(m.Role) + len(`{"content":,"id":,"role":,"timestamp":-1.7976931348623157e+308},`)
	}
	return size
}

func validTexts(texts ...string) bool {
	for _, text := range texts {
		if !utf8.ValidString(text) {
			return false
		}
	}
	return true
}

func finite(f float64) bool { return !math.IsNaN(f) && !math.IsInf(f, 0) }
