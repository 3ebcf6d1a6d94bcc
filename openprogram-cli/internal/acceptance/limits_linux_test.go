package acceptance_test

import (
	"fmt"
	"strings"
	"testing"
)

const longestLine = 16 << 20

// padded is a ping whose line has exactly so many bytes, its end not counted.
func padded(id string, bytes int) string {
	head, tail := `{"jsonrpc":"2.0","id":`+id+`,"method":"ping","params":{"x":"`, `"}}`
	return head + strings.Repeat("a", bytes-len(head)-len(tail)) + tail
}

func pingWith(id, params string) string {
	return `{"jsonrpc":"2.0","id":` + id + `,"method":"ping","params":` + params + "}"
}

func nested(levels int) string { return strings.Repeat("[", levels) + strings.Repeat("]", levels) }

// TestLimitsOfARequest goes to each limit, and one beyond it. docs/limits.md names
// them.
func TestLimitsOfARequest(t *testing.T) {
	const envelope = 5 // values beside the members of params: the request, three members, params
	for name, c := range map[string]struct{ within, beyond string }{
		"a line":                      {padded("2", longestLine), padded("2", longestLine+1)},
		"a line with CRLF":            {padded("2", longestLine) + "\r", padded("2", longestLine+1) + "\r"},
		"nesting":                     {pingWith("2", `{"x":`+nested(126)+`}`), pingWith("2", `{"x":`+nested(127)+`}`)},
		"values":                      {pingWith("2", `{"x":[`+strings.Repeat("1,", 65_536-envelope-2)+`1]}`), pingWith("2", `{"x":[`+strings.Repeat("1,", 65_536-envelope-1)+`1]}`)},
		"a number":                    {pingWith("2", `{"x":`+strings.Repeat("1", 128)+`}`), pingWith("2", `{"x":`+strings.Repeat("1", 129)+`}`)},
		"an id":                       {pingWith(`"`+strings.Repeat("i", 1024)+`"`, "{}"), pingWith(`"`+strings.Repeat("i", 1025)+`"`, "{}")},
		"a line and nothing after it": {padded("2", longestLine), padded("2", 2*longestLine)},
	} {
		t.Run(name, func(t *testing.T) {
			r := ready(t).talk()
			id := "2"
			if name == "an id" {
				id = `"` + strings.Repeat("i", 1024) + `"`
			}
			r.write(c.within + "\n")
			if f := r.await(id); f.Error != nil {
				t.Errorf("at the limit: %+v", f.Error)
			}
			r.write(strings.Replace(c.beyond, `"id":2`, `"id":3`, 1) + "\n")
			r.write(pingWith("4", "{}") + "\n")
			r.await("4")
			r.stdin.Close()
			<-r.ended
			refused := append(r.answers["null"], r.answers["3"]...)
			if len(refused) != 1 || refused[0].Error == nil || refused[0].Error.Code != -32600 {
				t.Errorf("beyond the limit: %+v", refused)
			}
			_ = r.cmd.Wait()
			r.keptToProtocol()
		})
	}
}

// TestLimitOfCallsAtOnce fills all places. The rest is refused at once, and what
// needs no place is served; a place that is given back is taken.
func TestLimitOfCallsAtOnce(t *testing.T) {
	h := ready(t)
	h.set("mcp_server.shutdown_grace", "0s")
	m := h.useModel(hang("partial"))
	r := h.talk()
	const running, waiting = 64, 256
	for n := range running + waiting {
		r.write(call(fmt.Sprint(100+n), "prompt_send", `{"prompt":"hold"}`))
	}
	if f := r.call(2, "prompt_send", `{"prompt":"one too many"}`); f.Error == nil || f.Error.Code != -32000 || f.Error.Message != "server is busy" {
		t.Errorf("one too many: %s %+v", f.Result, f.Error)
	}
	for range running {
		m.awaitRequest(t)
	}
	for id, tool := range map[int]string{3: "sessions_list", 4: "tools_list"} {
		if f := r.call(id, tool, `{}`); f.Result == nil {
			t.Errorf("%s: %+v", tool, f.Error)
		}
	}
	r.write(`{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":300}}` + "\n") // one that waits
	r.wantCancelled("300")
	r.write(call("5", "prompt_send", `{"prompt":"in its place"}`))
	r.write(pingWith("6", "{}") + "\n")
	r.await("6")
	r.mu.Lock()
	early := len(r.answers["5"])
	r.mu.Unlock()
	if early > 0 {
		t.Errorf("the place that was given back was not taken: %+v", r.answers["5"][0].Error)
	}
	r.close()
	if answered := len(r.answers); answered != running+waiting+7-1 {
		t.Errorf("%d answers", answered)
	}
	h.cancelledInAll(running + waiting + 1)
}

// cancelledInAll holds the audit log to the number of cancelled requests.
func (h *home) cancelledInAll(want int) {
	h.t.Helper()
	if n := len(h.audit("mcp.request.cancelled")); n != want {
		h.t.Errorf("%d cancels are recorded, want %d", n, want)
	}
	h.ok("audit", "verify")
}
