package mcpcontracts

import (
	"encoding/json"
	"math"
	"time"
)

// SessionSummary is one row of sessions_list.
type SessionSummary struct {
	ID        string  `json:"id"`         // not empty
	Title     string  `json:"title"`      // may be empty
	UpdatedAt float64 `json:"updated_at"` // Unix seconds, finite
}

// Message is one message of session_get.
type Message struct {
	Content   string  `json:"content"`
	ID        string  `json:"id"`
	Role      string  `json:"role"`      // user or assistant
	Timestamp float64 `json:"timestamp"` // Unix seconds, finite
}

// PromptResult is the result of prompt_send.
type PromptResult struct {
	AssistantMessageID string `json:"assistant_msg_id"`
	Failed             bool   `json:"failed"` // the turn ran and failed; Text says why in a fixed sentence
	SessionID          string `json:"session_id"`
	Text               string `json:"text"`
}

// CancelResult is the result of prompt_cancel.
type CancelResult struct {
	Cancelled bool   `json:"cancelled"`
	SessionID string `json:"session_id"`
}

// RuntimeTool is one row of tools_list.
type RuntimeTool struct {
	Description string          `json:"description"`
	InputSchema json.RawMessage `json:"inputSchema"`
	Name        string          `json:"name"`
}

// UnixSeconds is a time as results carry it, exact to the microsecond.
func UnixSeconds(t time.Time) float64 { return float64(t.UnixMicro()) / 1e6 }

// Time is the time that a result carries, to the microsecond, in UTC.
func Time(unixSeconds float64) time.Time {
	return time.UnixMicro(int64(math.Round(unixSeconds * 1e6))).UTC()
}
