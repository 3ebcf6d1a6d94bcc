package mcpcontracts_test

import (
	"encoding/json"
	"errors"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/openprogram/openprogram-go/mcpcontracts"
)

func TestResultsReadBack(t *testing.T) {
	encode := func(payload any) string {
		text, err := mcpcontracts.Encode(payload)
		if err != nil {
			t.Fatal(err)
		}
		return text
	}
	assertSame(t, mcpcontracts.DecodeSessions, encode, []mcpcontracts.SessionSummary{})
	assertSame(t, mcpcontracts.DecodeSessions, encode, []mcpcontracts.SessionSummary{{ID: "a", Title: "t", UpdatedAt: 1.5}, {ID: "b"}})
	assertSame(t, mcpcontracts.DecodeMessages, encode, []mcpcontracts.Message{{Content: "c\n", ID: "i", Role: "user", Timestamp: 1e9}})
	assertSame(t, mcpcontracts.DecodePromptResult, encode,
		mcpcontracts.PromptResult{AssistantMessageID: "m", Failed: true, SessionID: "s", Text: "<t>"})
	assertSame(t, mcpcontracts.DecodeCancelResult, encode, mcpcontracts.CancelResult{Cancelled: true, SessionID: "s"})
	assertSame(t, mcpcontracts.DecodeRuntimeTools, encode,
		[]mcpcontracts.RuntimeTool{{Description: "d", InputSchema: json.RawMessage(`{"a":1.50,"type":"object"}`), Name: "n"}})
}

func assertSame[T any](t *testing.T, decode func(string) (T, error), encode func(any) string, want T) {
	t.Helper()
	got, err := decode(encode(want))
	if diff := cmp.Diff(want, got); err != nil || diff != "" {
		t.Errorf("error %v, difference:\n%s", err, diff)
	}
}

func TestResultsOfANewerServer(t *testing.T) {
	got, err := mcpcontracts.DecodeCancelResult(` {"cancelled":false,"session_id":"s","reason":{"new":1}} `)
	if err != nil || got.SessionID != "s" {
		t.Errorf("%v, %v", got, err)
	}
}

func TestUnexpectedResults(t *testing.T) {
	decoders := map[string]func(string) error{
		"sessions": func(text string) error { _, err := mcpcontracts.DecodeSessions(text); return err },
		"messages": func(text string) error { _, err := mcpcontracts.DecodeMessages(text); return err },
		"prompt":   func(text string) error { _, err := mcpcontracts.DecodePromptResult(text); return err },
		"cancel":   func(text string) error { _, err := mcpcontracts.DecodeCancelResult(text); return err },
		"tools":    func(text string) error { _, err := mcpcontracts.DecodeRuntimeTools(text); return err },
	}
	for name, decode := range decoders {
		for _, text := range []string{
			``, `null`, `7`, `"x"`, `{}`, `[{}]`, `[7]`, `[null]`, `{"error":"session not found"}`, `Runtime tool execution failed`,
			`{"cancelled":"true","session_id":"s"}`, `{"cancelled":true}`, `{"cancelled":true,"session_id":"s","x":1,"x":2}`,
			`{"assistant_msg_id":"m","failed":0,"session_id":"s","text":"t"}`,
			`[{"id":"a","title":"t","updated_at":"1"}]`, `[{"id":"a","title":null,"updated_at":1}]`, `[{"id":"a","title":"t","updated_at":1},{}]`,
			`[{"content":"c","id":"i","role":"user"}]`, `[{"description":"d","inputSchema":[],"name":"n"}]`,
		} {
			if err := decode(text); !errors.Is(err, mcpcontracts.ErrUnexpectedResult) {
				t.Errorf("%s of %s: %v", name, text, err)
			}
		}
	}
}

func TestFailures(t *testing.T) {
	payloads := map[mcpcontracts.Failure]string{
		mcpcontracts.FailureSessionData:     `{"error":"session data unavailable"}`,
		mcpcontracts.FailureSessionNotFound: `{"error":"session not found"}`,
		mcpcontracts.FailureSessionBusy:     `{"error":"session is busy"}`,
		mcpcontracts.FailurePrompt:          `{"error":"prompt execution failed"}`,
		mcpcontracts.FailureSerialization:   `{"error":"result serialization failed"}`,
	}
	for failure, want := range payloads {
		if failure.Payload() != want {
			t.Errorf("payload %s, want %s", failure.Payload(), want)
		}
		if canonical, err := mcpcontracts.Encode(map[string]any{"error": failure.Error()}); err != nil || canonical != want {
			t.Errorf("canonical %s (%v), want %s", canonical, err, want)
		}
		read, ok := mcpcontracts.DecodeFailure(want)
		if !ok || !errors.Is(read, failure) {
			t.Errorf("%s reads back as %q, %v", want, read, ok)
		}
	}
	for _, text := range []string{"", `{"error":"x"}`, `{"error":"session not found" }`, "session not found"} {
		if failure, ok := mcpcontracts.DecodeFailure(text); ok || failure != "" {
			t.Errorf("%s is the failure %q", text, failure)
		}
	}
}

func TestTimesKeepTheirMicroseconds(t *testing.T) {
	for _, text := range []string{"1970-01-01T00:00:00Z", "2025-12-01T05:03:00.000001Z", "2038-01-19T03:14:08.999999Z", "1969-12-31T23:59:59.5Z"} {
		want, err := time.Parse(time.RFC3339Nano, text)
		if err != nil {
			t.Fatal(err)
		}
		if got := mcpcontracts.Time(mcpcontracts.UnixSeconds(want)); !got.Equal(want) || got.Location() != time.UTC {
			t.Errorf("%v reads back as %v", want, got)
		}
	}
	for i := range int64(2000) {
		want := time.UnixMicro(1764547200_000000 + i*501)
		if got := mcpcontracts.Time(mcpcontracts.UnixSeconds(want)); !got.Equal(want) {
			t.Errorf("%v reads back as %v", want, got)
		}
	}
	if got := mcpcontracts.Time(0.0000019); got.UnixMicro() != 2 {
		t.Errorf("%v is not the nearest microsecond", got)
	}
	if got := mcpcontracts.UnixSeconds(time.Unix(20, 500_000_000)); got != 20.5 {
		t.Errorf("seconds %v, want 20.5", got)
	}
}
