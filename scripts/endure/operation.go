package main

import (
	"fmt"
	"strings"
	"time"
)

// operation is something that a client does. It holds one place and hands it on
// to the request that it sends, or gives it back.
type operation struct {
	weight int
	act    func(*connection)
}

// operations is the mix.
var operations = []operation{
	{20, func(c *connection) { c.prompt("say", nil) }},
	{6, func(c *connection) { c.prompt(wordLook, nil) }},
	{6, func(c *connection) { c.prompt(wordSlow, (*connection).cancelByNotification) }},
	{6, func(c *connection) { c.prompt(wordSlow, (*connection).cancelBySession) }},
	{3, func(c *connection) { c.prompt("say", (*connection).cancelByNotification) }},
	{3, (*connection).promptShared},
	{3, (*connection).promptNowhere},
	{12, func(c *connection) { c.call("sessions_list", `{}`, listed) }},
	{10, (*connection).sessionGet},
	{2, func(c *connection) {
		c.call("session_get", `{"session_id":"../x"}`, exactly(`{"error":"session not found"}`, true))
	}},
	{3, func(c *connection) {
		c.call("prompt_cancel", `{"session_id":"mcp_0"}`, exactly(`{"cancelled":false,"session_id":"mcp_0"}`, false))
	}},
	{12, func(c *connection) { c.call("tools_list", `{}`, tools(exposed[:4]...)) }},
	{14, (*connection).readNote},
	{8, (*connection).search},
	{4, (*connection).status},
	{1, (*connection).update},
	{2, func(c *connection) {
		c.runtimeTool("write", `{"file_path":"/x","content":"y"}`, exactly("[denied] hard constraint", true))
	}},
	{2, func(c *connection) {
		c.runtimeTool("bash", `{"command":"true"}`, refused(-32601, "underlying Runtime tool not found"))
	}},
	{2, func(c *connection) {
		c.runtimeTool("memory_get", `{}`, refused(-32602, "invalid underlying Runtime tool arguments at $: required"))
	}},
	{3, func(c *connection) { c.method("ping", whatever) }},
	{2, func(c *connection) { c.method("tools/list", whatever) }},
	{2, func(c *connection) { c.method("resources/list", refused(-32601, "method not found")) }},
	{6, (*connection).badFrame},
}

// act does one of the operations.
func (c *connection) act() {
	total := 0
	for _, o := range operations {
		total += o.weight
	}
	n := c.random.IntN(total)
	for _, o := range operations {
		if n -= o.weight; n < 0 {
			o.act(c)
			return
		}
	}
}

// quoted is an id as it stands on the wire.
func quoted(id string) string { return `"` + id + `"` }

func callLine(id, tool, arguments string) string {
	return `{"jsonrpc":"2.0","id":` + quoted(id) + `,"method":"tools/call","params":{"name":"` + tool + `","arguments":` + arguments + "}}\n"
}

func (c *connection) call(tool, arguments string, judge func(answer) (verdict, string)) {
	id := c.newID()
	c.send(&request{id: quoted(id), kind: tool, judge: judge}, callLine(id, tool, arguments))
}

func runtimeArguments(name, arguments string) string {
	return `{"name":"` + name + `","arguments":` + arguments + `}`
}

func (c *connection) runtimeTool(name, arguments string, judge func(answer) (verdict, string)) {
	id := c.newID()
	c.send(&request{id: quoted(id), kind: "tool_call " + name, judge: judge},
		callLine(id, "tool_call", runtimeArguments(name, arguments)))
}

func (c *connection) method(name string, judge func(answer) (verdict, string)) {
	id := c.newID()
	c.send(&request{id: quoted(id), kind: name, judge: judge}, `{"jsonrpc":"2.0","id":`+quoted(id)+`,"method":"`+name+"\"}\n")
}

func (c *connection) readNote() {
	n := c.client.number
	c.runtimeTool("memory_get", fmt.Sprintf(`{"path":"client%d.md"}`, n), containing(noteOf(n)))
}

// search searches, and sometimes thinks better of it.
func (c *connection) search() {
	id := c.newID()
	cancels, delay := c.random.IntN(3) == 0, c.delay(5*time.Millisecond)
	c.send(&request{id: quoted(id), kind: "tool_call memory_search", judge: containing("crane stays")},
		callLine(id, "tool_call", runtimeArguments("memory_search", `{"query":"crane"}`)))
	if cancels {
		c.cancelByNotification(id, nil, delay)
	}
}

// status looks at the notes and keeps their revision for an update.
func (c *connection) status() {
	c.runtimeTool("memory_status", `{}`, func(a answer) (verdict, string) {
		var status struct{ Revision string }
		if !a.payload(&status) || status.Revision == "" {
			return wrong(a)
		}
		c.revision.Store(&status.Revision)
		return right, ""
	})
}

// update suggests a note. Others do so too, and the revision may be an old one.
func (c *connection) update() {
	revision := c.revision.Load()
	if revision == nil {
		c.status()
		return
	}
	c.runtimeTool("memory_update", `{"base_revision":"`+*revision+`","changes":[{"path":"harbour.md","text":"More."}]}`,
		oneOf(containing(`"ids"`), exactly("[conflict] memory revision changed", true)))
}

func (c *connection) sessionGet() {
	s := c.client.any(c.random.IntN(sessionsOfAClient))
	if s == nil {
		c.call("sessions_list", `{}`, listed)
		return
	}
	c.call("session_get", `{"session_id":"`+s.id+`"}`, history(s.answered()))
}

// delay is a random moment.
func (c *connection) delay(most time.Duration) time.Duration {
	return time.Duration(c.random.Int64N(int64(most)))
}

// badFrames are lines and the error codes that answer them.
var badFrames = []struct {
	line string // %s stands for a new id
	code int    // 0: not answered at all
}{
	{"{bad", -32700}, {"\xff\xfe", -32700}, {`{"a":1}x`, -32700}, {"[]", -32600}, {"42", -32600}, {"{}", -32600},
	{`{"jsonrpc":"1.0","id":%s,"method":"ping"}`, -32600}, {`{"jsonrpc":"2.0","id":%s,"method":7}`, -32600},
	{`{"jsonrpc":"2.0","id":%s,"id":1,"method":"ping"}`, -32600}, {`{"jsonrpc":"2.0","id":true,"method":"ping"}`, -32600},
	{`{"jsonrpc":"2.0","id":%s,"method":"tools/call","params":{"name":7}}`, -32602},
	{`{"jsonrpc":"2.0","id":%s,"method":"tools/call","params":{"name":"nope","arguments":{}}}`, -32601},
	{`{"jsonrpc":"2.0","id":1,"result":{}}`, 0}, {"\ufeff  \r", 0}, {`{"jsonrpc":"2.0","method":"notifications/nothing"}`, 0},
	{strings.Repeat("[", 200) + strings.Repeat("]", 200), -32600},
}

// badFrame sends one of them.
func (c *connection) badFrame() {
	bad := badFrames[c.random.IntN(len(badFrames))]
	if !strings.Contains(bad.line, "%s") || strings.Contains(bad.line, `"id":1`) {
		c.sendNameless(strings.ReplaceAll(bad.line, "%s", "7")+"\n", bad.code != 0)
		<-c.places
		return
	}
	id := c.newID()
	c.send(&request{id: quoted(id), judge: func(a answer) (verdict, string) {
		if a.code != bad.code || a.message == "" {
			return wrong(a)
		}
		return right, ""
	}}, strings.ReplaceAll(bad.line, "%s", quoted(id))+"\n")
}
