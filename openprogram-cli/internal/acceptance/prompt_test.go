//go:build unix

package acceptance_test

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// release is how long a provider may be kept after a cancel.
const release = 2 * time.Second

func TestNobodyIsAskedAndNothingWaits(t *testing.T) {
	h := ready(t)
	trace := filepath.Join(h.dir, "trace")
	m := h.useModel(use("bash", `{"command":"touch `+trace+`"}`), say("done without it"))
	c := h.connect()
	answer := c.prompt("prompt-canary: run something", "")
	if answer.Failed || answer.Text != "done without it" {
		t.Errorf("got %+v", answer)
	}
	if !strings.Contains(m.lastRequest(t), "[denied]") {
		t.Errorf("the model was not told: %s", m.lastRequest(t))
	}
	if _, err := os.Lstat(trace); !os.IsNotExist(err) {
		t.Errorf("the command has run: %v", err)
	}
	if got := len(h.audit("turn.tool.denied")); got != 1 {
		t.Errorf("%d denials inside the turn are recorded, want 1", got)
	}
	if got := len(h.audit("mcp.tool.denied")); got != 0 {
		t.Errorf("%d of them as a client's calls, want 0", got)
	}
}

func TestProgressWithATokenOnly(t *testing.T) {
	h := ready(t, "memory_search")
	h.note("a.md", "The crane stays.\n")
	c := h.connect()
	calls := map[string]*mcp.CallToolParams{
		"tool_call":   {Name: "tool_call", Arguments: map[string]any{"name": "memory_search", "arguments": map[string]any{"query": "crane"}}},
		"prompt_send": {Name: "prompt_send", Arguments: map[string]any{"prompt": "crane?"}},
	}
	for name, params := range calls {
		for token, want := range map[any]string{nil: "", "": `""`, "text": `"text"`, 7: "7", 0: "0"} {
			params.Meta = nil
			if token != nil {
				params.SetProgressToken(token)
			}
			if r, err := c.send(context.Background(), params); err != nil || r.isError || r.failure != nil {
				t.Fatalf("%s: %+v, %v", name, r, err)
			}
			checkReports(t, name, c.wire.progress(), want)
		}
	}
}

// checkReports holds progress to increasing under its token, or to none.
func checkReports(t *testing.T, name string, seen []json.RawMessage, token string) {
	t.Helper()
	if (len(seen) > 0) != (token != "") {
		t.Errorf("%s with token %s: %d reports", name, token, len(seen))
	}
	last := -1.0
	for _, params := range seen {
		var p struct {
			ProgressToken json.RawMessage
			Progress      float64
			Message       string
		}
		if err := json.Unmarshal(params, &p); err != nil {
			t.Fatal(err)
		}
		if string(p.ProgressToken) != token || p.Progress <= last || strings.Contains(p.Message, "crane") {
			t.Errorf("%s with token %s: %s after %v", name, token, params, last)
		}
		last = p.Progress
	}
}

// running is a prompt that waits for its model.
type running struct {
	cancel func()
	id     json.RawMessage // of its request
	ended  chan error
}

func (c *client) start(m *model, text, sessionID string) running {
	c.t.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	c.t.Cleanup(cancel)
	r := running{cancel: cancel, ended: make(chan error, 1)}
	arguments := map[string]any{"prompt": text}
	if sessionID != "" {
		arguments["session_id"] = sessionID
	}
	go func() {
		_, err := c.session.CallTool(ctx, &mcp.CallToolParams{Name: "prompt_send", Arguments: arguments})
		r.ended <- err
	}()
	m.awaitRequest(c.t)
	r.id = c.wire.lastSent("tools/call").ID
	return r
}

// endsCancelled holds a request to its one end: code 0 and no result.
func (c *client) endsCancelled(r running) {
	c.t.Helper()
	if answer := c.wire.await(c.t, r.id); answer.Result != nil || answer.Error == nil || answer.Error.Code != 0 || answer.Error.Message != "Request cancelled" {
		c.t.Errorf("the cancelled request ended as %+v", answer)
	}
	if answers, _ := c.wire.answers(r.id); len(answers) != 1 {
		c.t.Errorf("%d answers to one request", len(answers))
	}
}

func TestACancelledPromptEndsInAnErrorAndLeavesNothing(t *testing.T) {
	h := ready(t)
	m := h.useModel(say("hello"), hang("partial-canary"), say("back again"))
	c := h.connect()
	session := c.prompt("start", "").SessionID
	m.awaitRequest(t)
	prompt := c.start(m, "prompt-canary", session)
	prompt.cancel() // the SDK sends notifications/cancelled
	c.endsCancelled(prompt)
	m.awaitRelease(t, release)

	if next := c.prompt("and now?", session); next.Text != "back again" {
		t.Errorf("the next prompt: %+v", next)
	}
	branch := decode[[]message](t, c.call("session_get", map[string]any{"session_id": session}))
	var texts []string
	for _, msg := range branch {
		texts = append(texts, msg.Role+": "+msg.Content)
	}
	want := []string{
		"user: start", "assistant: hello",
		"user: prompt-canary", "assistant: [cancelled] This turn was stopped before it finished.",
		"user: and now?", "assistant: back again",
	}
	if diff := cmp.Diff(want, texts); diff != "" {
		t.Errorf("history (-want +got):\n%s", diff)
	}
	c.close()
	if export := h.ok("sessions", "export", "-"); strings.Contains(export, "partial-canary") {
		t.Error("the broken answer is kept")
	}
	h.cancelledOnce(prompt.id, session, "request_cancelled")
}

// cancelledOnce holds the audit log to one exact record.
func (h *home) cancelledOnce(id json.RawMessage, session, reason string) {
	h.t.Helper()
	records := h.audit("mcp.request.cancelled")
	if len(records) != 1 {
		h.t.Fatalf("%d cancels are recorded, want 1", len(records))
	}
	got := records[0].Payload
	requestID, err := json.Marshal(got["request_id"])
	if err != nil || string(requestID) != string(id) && string(requestID) != `"`+string(id)+`"` {
		h.t.Errorf("request %s, %v, want %s", requestID, err, id)
	}
	delete(got, "request_id")
	digest := sha256.Sum256([]byte(h.token))
	want := map[string]any{"client_id": hex.EncodeToString(digest[:8]), "reason": reason, "session_id": session}
	if diff := cmp.Diff(want, got); diff != "" {
		h.t.Errorf("payload (-want +got):\n%s", diff)
	}
	h.ok("audit", "verify")
}

func TestPromptCancelTouchesOwnRunningTurnsOnly(t *testing.T) {
	h := ready(t)
	m := h.useModel(hang("partial"), say("after"))
	first, second := h.connect(), h.connect()
	prompt := first.start(m, "hold on", "")
	sessions := decode[[]map[string]any](t, second.call("sessions_list", nil))
	if len(sessions) != 1 {
		t.Fatalf("another server sees %v", sessions)
	}
	session, _ := sessions[0]["id"].(string)

	notCancelled := `{"cancelled":false,"session_id":"` + session + `"}`
	if r := second.call("prompt_cancel", map[string]any{"session_id": session}); r.text != notCancelled || r.isError {
		t.Errorf("a foreign cancel: %+v", r)
	}
	if r := second.call("prompt_send", map[string]any{"prompt": "me too", "session_id": session}); r.text != `{"error":"session is busy"}` || !r.isError {
		t.Errorf("a second prompt: %+v", r)
	}
	if answers, _ := first.wire.answers(prompt.id); len(answers) != 0 {
		t.Errorf("the turn has ended: %+v", answers)
	}
	if r := first.call("prompt_cancel", map[string]any{"session_id": session}); r.text != `{"cancelled":true,"session_id":"`+session+`"}` || r.isError {
		t.Errorf("its own cancel: %+v", r)
	}
	first.endsCancelled(prompt)
	m.awaitRelease(t, release)
	for _, id := range []string{session, "nope", "../x"} {
		if r := first.call("prompt_cancel", map[string]any{"session_id": id}); !strings.HasPrefix(r.text, `{"cancelled":false`) || r.isError {
			t.Errorf("cancel of %s: %+v", id, r)
		}
	}
	if next := second.prompt("now me", session); next.Text != "after" {
		t.Errorf("the other server's turn: %+v", next)
	}
	h.cancelledOnce(prompt.id, session, "prompt_cancel")
}

func TestServersShareSessionsAndExcludeEachOther(t *testing.T) {
	h := ready(t)
	m := h.useModel(say("one"), say("two"), hang("three"), say("elsewhere"))
	first, second := h.connect(), h.connect()
	session := first.prompt("from the first", "").SessionID
	if answer := second.prompt("from the second", session); answer.SessionID != session {
		t.Errorf("the second server answers in %s", answer.SessionID)
	}
	branch := decode[[]message](t, first.call("session_get", map[string]any{"session_id": session}))
	if len(branch) != 4 || branch[2].Content != "from the second" || branch[3].Content != "two" {
		t.Errorf("the first server sees %+v", branch)
	}
	m.awaitRequest(t)
	m.awaitRequest(t)
	held := first.start(m, "hold", session)
	if r := second.call("prompt_send", map[string]any{"prompt": "x", "session_id": session}); r.text != `{"error":"session is busy"}` {
		t.Errorf("both in one session: %+v", r)
	}
	// The lock is the session's, not the directory's.
	if answer := second.prompt("another session", ""); answer.Text != "elsewhere" {
		t.Errorf("another session: %+v", answer)
	}
	held.cancel()
	first.endsCancelled(held)
}
