package mcpcontracts

import (
	"encoding/json"
	"errors"
)

// ErrUnexpectedResult reports a text that is not the result of the tool in
// question. It carries nothing of the text.
var ErrUnexpectedResult = errors.New("mcpcontracts: unexpected result")

// DecodeSessions reads the result of sessions_list. The error is
// ErrUnexpectedResult; members that are not known are ignored.
func DecodeSessions(text string) ([]SessionSummary, error) {
	return decodeList(text, func(r *row) SessionSummary {
		return SessionSummary{ID: r.text("id"), Title: r.text("title"), UpdatedAt: r.number("updated_at")}
	})
}

// DecodeMessages reads the result of session_get, as DecodeSessions does.
func DecodeMessages(text string) ([]Message, error) {
	return decodeList(text, func(r *row) Message {
		return Message{
			Content: r.text("content"), ID: r.text("id"), Role: r.text("role"), Timestamp: r.number("timestamp"),
		}
	})
}

// DecodeRuntimeTools reads the result of tools_list, as DecodeSessions does. The
// schemas are in canonical form.
func DecodeRuntimeTools(text string) ([]RuntimeTool, error) {
	return decodeList(text, func(r *row) RuntimeTool {
		return RuntimeTool{Description: r.text("description"), InputSchema: r.object("inputSchema"), Name: r.text("name")}
	})
}

// DecodePromptResult reads the result of prompt_send, as DecodeSessions does.
func DecodePromptResult(text string) (PromptResult, error) {
	return decodeOne(text, func(r *row) PromptResult {
		return PromptResult{
			AssistantMessageID: r.text("assistant_msg_id"), Failed: r.flag("failed"),
			SessionID: r.text("session_id"), Text: r.text("text"),
		}
	})
}

// DecodeCancelResult reads the result of prompt_cancel, as DecodeSessions does.
func DecodeCancelResult(text string) (CancelResult, error) {
	return decodeOne(text, func(r *row) CancelResult {
		return CancelResult{Cancelled: r.flag("cancelled"), SessionID: r.text("session_id")}
	})
}

func decodeOne[T any](text string, read func(*row) T) (T, error) {
	value, err := Decode([]byte(text))
	r := row{failed: err != nil}
	result := readRow(&r, value, read)
	if r.failed {
		var none T
		return none, ErrUnexpectedResult
	}
	return result, nil
}

func decodeList[T any](text string, read func(*row) T) ([]T, error) {
	value, err := Decode([]byte(text))
	items, ok := value.([]any)
	if err != nil || !ok {
		return nil, ErrUnexpectedResult
	}
	list := make([]T, len(items))
	r := row{}
	for i, item := range items {
		list[i] = readRow(&r, item, read)
	}
	if r.failed {
		return nil, ErrUnexpectedResult
	}
	return list, nil
}

func readRow[T any](r *row, value any, read func(*row) T) T {
	r.members, _ = value.(map[string]any)
	return read(r)
}

// row reads the members of one object and remembers whether one was missing or
// of another type.
type row struct {
	members map[string]any
	failed  bool
}

func member[T any](r *row, name string) T {
	value, ok := r.members[name].(T)
	r.failed = r.failed || !ok
	return value
}

func (r *row) text(name string) string { return member[string](r, name) }

func (r *row) flag(name string) bool { return member[bool](r, name) }

func (r *row) number(name string) float64 {
	f, err := member[json.Number](r, name).Float64()
	r.failed = r.failed || err != nil
	return f
}

func (r *row) object(name string) json.RawMessage {
	return appendValue(nil, member[map[string]any](r, name))
}
