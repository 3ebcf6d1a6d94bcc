//go:build unix

package acceptance_test

import (
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
)

// echoing is a provider that tells everything it was told, in every way in which
// a provider can fail. The prompt says which.
type echoing struct {
	format wireFormat
	told   string // stands in everything that is a failure
	half   string // stands in a text that is cut off
	answer string
	away   *httptest.Server

	mu     sync.Mutex
	uses   []toolUse // what the model calls when asked to
	bodies []string
	keys   []string
	lured  []string      // what came to the other host
	far    []string      // what another MCP server was shown as its token
	asked  chan struct{} // sent to when an answer hangs
}

func newEchoing(t *testing.T, f wireFormat) *echoing {
	e := &echoing{format: f, told: value("told"), half: value("half"), answer: value("answer"), asked: make(chan struct{}, 16)}
	e.away = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		e.mu.Lock()
		defer e.mu.Unlock()
		e.lured = append(e.lured, f.key(r.Header)+readAll(r))
	}))
	t.Cleanup(e.away.Close)
	return e
}

// callTools says what the model calls from now on.
func (e *echoing) callTools(uses ...toolUse) {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.uses = uses
}

func (e *echoing) toldElsewhere() []string {
	e.mu.Lock()
	defer e.mu.Unlock()
	return e.lured
}

// providerFailures are the cases that end a turn as a failed one.
var providerFailures = []string{
	"status 400", "status 401", "status 403", "status 404", "status 413", "status 429", "status 500", "page", "nothing", "cut", "event", "half a call", "redirect",
}

func (e *echoing) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	body := readAll(r)
	e.mu.Lock()
	e.bodies, e.keys = append(e.bodies, body), append(e.keys, e.format.key(r.Header))
	uses := e.uses
	e.mu.Unlock()
	name, _, _ := strings.Cut(body[strings.LastIndex(body, "case: ")+1:], ";")
	name = strings.TrimPrefix(name, "ase: ")
	everything := e.told + " " + e.format.key(r.Header) + " " + body
	quoted, err := json.Marshal(everything)
	if err != nil {
		panic(err) // a string
	}
	failure := `{"type":"error","error":{"message":` + string(quoted) + `,"type":"` + e.told + `","code":"insufficient_quota"}}`
	w.Header().Set("X-Told", e.told)
	w.Header().Set("Content-Type", "text/event-stream")
	status := map[string]int{"status 400": 400, "status 401": 401, "status 403": 403, "status 404": 404, "status 413": 413, "status 429": 429, "status 500": 500}[name]
	switch {
	case status != 0:
		w.Header().Set("Content-Type", "application/json")
		w.WriteHeader(status)
		io.WriteString(w, failure)
	case name == "page":
		w.Header().Set("Content-Type", "text/html")
		io.WriteString(w, "<html><body>"+everything+"</body></html>")
	case name == "nothing":
	case name == "cut":
		io.WriteString(w, e.format.opening(e.half))
	case name == "event":
		io.WriteString(w, "event: error\ndata: "+failure+"\n\n")
	case name == "half a call":
		io.WriteString(w, e.format.half("memory_search", `{"query":"`+e.told+e.told+`"}`))
	case name == "redirect":
		http.Redirect(w, r, e.away.URL+"/?"+e.told, http.StatusTemporaryRedirect)
	case name == "hang":
		io.WriteString(w, e.format.opening(e.half))
		w.(http.Flusher).Flush()
		e.asked <- struct{}{}
		<-r.Context().Done()
	case name == "tools" && !strings.Contains(body, `"role":"tool"`) && !strings.Contains(body, "tool_result"):
		io.WriteString(w, e.format.use(uses...).Body)
	default:
		io.WriteString(w, e.format.say(e.answer).Body)
	}
}
