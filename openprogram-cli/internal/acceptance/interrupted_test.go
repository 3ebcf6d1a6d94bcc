//go:build unix

package acceptance_test

import (
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// A turn whose server is killed is closed and recorded once, by whichever of
// several servers comes first. Its record is the one that its server owed.
func TestAKilledServersTurnIsRecordedOnce(t *testing.T) {
	h := ready(t)
	m := h.useModel(hang("half an answer"))
	c, stdin, _ := h.hanging(m)
	if err := c.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	_ = c.Wait()
	stdin.Close()
	if got := h.audit("mcp.prompt.finished"); len(got) != 0 {
		t.Fatalf("a killed server has recorded %v", got)
	}
	var servers sync.WaitGroup
	outcomes := make([]outcome, 5)
	for i := range outcomes {
		c := h.server()
		c.Stdin = strings.NewReader(initialize + call("2", "sessions_list", "{}"))
		servers.Go(func() { outcomes[i] = finish(t, c) })
	}
	servers.Wait()
	for _, o := range outcomes {
		if o.code != 0 || strings.Count(o.stdout, `"result"`) != 2 {
			t.Errorf("%+v", o)
		}
	}
	started, finished := h.audit("mcp.prompt.started"), h.audit("mcp.prompt.finished")
	if len(started) != 1 || len(finished) != 1 || len(h.audit("turn.interrupted")) != 0 {
		t.Fatalf("started %v, finished %v", started, finished)
	}
	want := map[string]any{
		"client_id": started[0].Payload["client_id"], "session_id": started[0].Payload["session_id"],
		"request_id": "2", "outcome": "interrupted",
	}
	if diff := cmp.Diff(want, finished[0].Payload); diff != "" || finished[0].Origin != started[0].Origin {
		t.Errorf("by %s, payload (-want +got):\n%s", finished[0].Origin, diff)
	}
	if shown := h.ok("sessions", "show", want["session_id"].(string)); !strings.Contains(shown, "[interrupted] This turn ended when the program stopped.") {
		t.Errorf("shown: %s", shown)
	}
	h.ok("audit", "verify")
}

// So is the owner's, which the log knows nothing else of.
func TestTheOwnersKilledTurnIsRecordedOnce(t *testing.T) {
	h := newHome(t)
	m := h.useModel(hang("half an answer"), say("one"), say("two"))
	c, _, _ := h.asking(m)
	if err := c.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	_ = c.Wait()
	for range 2 {
		h.ok("prompt", "another session")
	}
	if got := h.audit("turn.interrupted"); len(got) != 1 || got[0].Origin != "owner/local" || got[0].Payload["session_id"] == "" {
		t.Errorf("recorded %v", got)
	}
}
