//go:build unix

package acceptance_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/openprogram/openprogram-go/runtimebridge/provider/stream/streamtest"
)

// atWork is a home with a working directory in which a file is.
func atWork(t *testing.T) (h *home, work string) {
	t.Helper()
	h = newHome(t)
	work = filepath.Join(h.dir, "work")
	if err := os.Mkdir(work, 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(work, "a.txt"), []byte("one\ntwo\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	h.set("agent.workdir", work)
	return h, work
}

// asked is what openprogram prompt --json tells.
type asked struct {
	SessionID string `json:"session_id"`
	Text      string
	Failed    bool
	Code      string `json:"failure_code"`
}

func (h *home) ask(text string, more ...string) asked {
	h.t.Helper()
	o := finish(h.t, h.command(append([]string{"prompt", "--json", "--yes", text}, more...)...))
	var a asked
	if err := json.Unmarshal([]byte(o.stdout), &a); err != nil {
		h.t.Fatalf("exit %d, stdout %q, stderr %q", o.code, o.stdout, o.stderr)
	}
	return a
}

func files(t *testing.T, dir string) map[string]string {
	t.Helper()
	out := map[string]string{}
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		data, err := os.ReadFile(filepath.Join(dir, e.Name()))
		if err != nil {
			t.Fatal(err)
		}
		out[e.Name()] = string(data)
	}
	return out
}

// The owner's agent reads, edits, patches and runs, over the wire of each kind.
func TestTheWholeLoop(t *testing.T) {
	patch := "*** Begin Patch\n*** Update File: a.txt\n-one\n+ONE\n*** Add File: c.txt\n+three\n*** End Patch\n"
	for name, f := range wireFormats {
		t.Run(name, func(t *testing.T) {
			h, work := atWork(t)
			s := h.script(f,
				f.use(toolUse{"read", `{"file_path":"a.txt"}`}, toolUse{"bash", `{"command":"printf hi > b.txt; echo ran"}`}),
				f.use(toolUse{"edit", `{"file_path":"a.txt","old_string":"two","new_string":"2"}`}),
				f.use(toolUse{"apply_patch", string(mustJSON(map[string]any{"patch": patch}))}),
				f.say("all done"),
				f.say("and again"),
			)
			a := h.ask("work")
			if a.Text != "all done" || a.Failed {
				t.Errorf("got %+v", a)
			}
			want := map[string]string{"a.txt": "ONE\n2\n", "b.txt": "hi", "c.txt": "three\n"}
			if diff := cmp.Diff(want, files(t, work)); diff != "" {
				t.Errorf("files (-want +got):\n%s", diff)
			}
			if requests := s.Requests(); len(requests) != 4 || !strings.Contains(requests[1].Body, `\tone`) || !strings.Contains(requests[1].Body, "ran") {
				t.Errorf("%d requests", len(requests))
			}
			if n := len(h.audit("turn.tool.allowed")); n != 4 {
				t.Errorf("%d calls are recorded", n)
			}
			// What was stored is a conversation that the provider takes again.
			if b := h.ask("go on", "--session", a.SessionID); b.Text != "and again" {
				t.Errorf("got %+v", b)
			}
		})
	}
}

func mustJSON(value any) []byte {
	data, err := json.Marshal(value)
	if err != nil {
		panic(err) // plain values
	}
	return data
}

// Failures of a provider are failed turns with a fixed sentence, retried only
// where nothing has come yet, and the session goes on.
func TestProvidersThatFail(t *testing.T) {
	limited := func(after string) streamtest.Reply {
		return streamtest.Reply{Status: 429, Header: http.Header{"Retry-After": {after}}, Body: `{"error":{"message":"slow down"}}`}
	}
	for name, f := range wireFormats {
		cases := map[string]struct {
			replies  []streamtest.Reply
			code     string
			requests int
		}{
			"cut before anything":   {[]streamtest.Reply{{Cut: true}, f.say("fine")}, "", 2},
			"cut in the text":       {[]streamtest.Reply{{Body: f.opening("partial-canary"), Cut: true}}, "broken_stream", 1},
			"cut in a call":         {[]streamtest.Reply{{Body: f.half("bash", `{"command":"touch trace"}`), Cut: true}}, "broken_stream", 1},
			"limited for a moment":  {[]streamtest.Reply{limited("0.01"), limited("0.01"), f.say("fine")}, "", 3},
			"limited for days":      {[]streamtest.Reply{limited("99999")}, "rate_limited", 1},
			"no credit":             {[]streamtest.Reply{{Status: 429, Body: `{"error":{"type":"insufficient_quota","message":"insufficient_quota: credit balance"}}`}}, "quota", 1},
			"a page instead":        {[]streamtest.Reply{{Status: 404, Header: http.Header{"Content-Type": {"text/html"}}, Body: "<html>no</html>"}}, "model_not_found", 1},
			"the key is refused":    {[]streamtest.Reply{{Status: 401, Body: `{}`}}, "auth", 1},
			"a redirect to nowhere": {[]streamtest.Reply{{Status: 307, Header: http.Header{"Location": {"http://127.0.0.1:1/"}}}}, "misconfigured", 1},
		}
		for what, c := range cases {
			t.Run(name+"/"+what, func(t *testing.T) {
				h, work := atWork(t)
				s := h.script(f, append(c.replies, f.say("fine"))...)
				a := h.ask("try")
				if a.Code != c.code || a.Failed != (c.code != "") || strings.Contains(a.Text, "canary") {
					t.Errorf("got %+v, want the code %q", a, c.code)
				}
				if n := len(s.Requests()); n != c.requests {
					t.Errorf("%d requests, want %d", n, c.requests)
				}
				if _, ran := files(t, work)["trace"]; ran {
					t.Error("half a call was run")
				}
				if b := h.ask("go on", "--session", a.SessionID); b.Text != "fine" {
					t.Errorf("afterwards: %+v", b)
				}
			})
		}
	}
}

// A model that goes round in circles, or wild, is stopped.
func TestModelsWithoutMeasure(t *testing.T) {
	for name, f := range wireFormats {
		t.Run(name+"/the same failing call", func(t *testing.T) {
			h, _ := atWork(t)
			again := f.use(toolUse{"read", `{"file_path":"missing"}`})
			s := h.script(f, again, f.use(toolUse{"read", ` {"file_path" : "missing"}`}), again, f.say("given up"))
			if a := h.ask("read it"); a.Text != "given up" {
				t.Errorf("got %+v", a)
			}
			last := s.Requests()[3].Body
			if n := strings.Count(last, "failed twice and was not run again"); n != 1 {
				t.Errorf("answered without being run %d times", n)
			}
			if n := len(h.audit("turn.tool.finished")); n != 2 {
				t.Errorf("ran %d times", n)
			}
		})
		t.Run(name+"/too many calls", func(t *testing.T) {
			h, _ := atWork(t)
			calls := make([]toolUse, 70)
			for i := range calls {
				calls[i] = toolUse{"list", fmt.Sprintf(`{"path":".","show_hidden":%v}`, i%2 == 0)}
			}
			s := h.script(f, f.use(calls...), f.say("enough"))
			if a := h.ask("list"); a.Text != "enough" {
				t.Errorf("got %+v", a)
			}
			if n := strings.Count(s.Requests()[1].Body, "too many tool calls"); n != 6 {
				t.Errorf("%d calls were refused, want 6", n)
			}
			if n := len(h.audit("turn.tool.finished")); n != 64 {
				t.Errorf("ran %d calls, want 64", n)
			}
		})
		t.Run(name+"/too many steps", func(t *testing.T) {
			h, _ := atWork(t)
			h.set("agent.max_steps", 5)
			s := h.script(f, f.use(toolUse{"list", `{}`}))
			if a := h.ask("list"); !a.Failed || a.Code != "step_limit" {
				t.Errorf("got %+v", a)
			}
			if n := len(s.Requests()); n != 5 {
				t.Errorf("%d requests, want 5", n)
			}
		})
	}
}

// A conversation that no longer fits is shortened: older results first, then a
// summary, and it goes on from there.
func TestAConversationThatNoLongerFits(t *testing.T) {
	for name, f := range wireFormats {
		t.Run(name, func(t *testing.T) {
			h, work := atWork(t)
			if err := os.WriteFile(filepath.Join(work, "big.txt"), []byte(strings.Repeat("canary of a result\n", 900)), 0o600); err != nil {
				t.Fatal(err)
			}
			var limit atomic.Int64
			var mu sync.Mutex
			var bodies []string
			last := func() string {
				mu.Lock()
				defer mu.Unlock()
				return bodies[len(bodies)-1]
			}
			replies := streamtest.New(t,
				f.use(toolUse{"read", `{"file_path":"big.txt"}`}), f.use(toolUse{"list", `{}`}), f.say("read"), // the first turn
				f.say("still here"),                        // without the older result
				f.say("SUMMARY of it all"), f.say("short"), // with a summary
				f.say("the end"),
			)
			h.serve(f, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				body := readAll(r)
				mu.Lock()
				bodies = append(bodies, body)
				mu.Unlock()
				if max := limit.Load(); max > 0 && int64(len(body)) > max && !strings.Contains(body, "Summarise the conversation") {
					w.WriteHeader(f.tooLong.Status)
					fmt.Fprint(w, f.tooLong.Body)
					return
				}
				r.Body = readCloser(body)
				replies.ServeHTTP(w, r)
			}))
			first := h.ask("read the big file")
			whole := len(last())
			limit.Store(int64(whole - 5000)) // fits without the result
			if a := h.ask("go on", "--session", first.SessionID); a.Text != "still here" {
				t.Fatalf("got %+v", a)
			}
			if last := last(); strings.Contains(last, "canary of a result") || !strings.Contains(last, "left out to make room") {
				t.Error("the older result was not left out")
			}
			limit.Store(int64(len(last()) - 10)) // fits without the conversation
			if a := h.ask("and on", "--session", first.SessionID); a.Text != "short" {
				t.Fatalf("got %+v", a)
			}
			if last := last(); !strings.Contains(last, "SUMMARY of it all") || strings.Contains(last, "read the big file") {
				t.Error("the summary does not stand for the conversation")
			}
			limit.Store(0)
			if a := h.ask("to the end", "--session", first.SessionID); a.Text != "the end" || !strings.Contains(last(), "SUMMARY of it all") {
				t.Errorf("got %+v", a)
			}
			if session := h.ok("sessions", "show", first.SessionID); !strings.Contains(session, "read the big file") || strings.Contains(session, "SUMMARY") {
				t.Errorf("the owner sees %s", session)
			}
		})
	}
}
