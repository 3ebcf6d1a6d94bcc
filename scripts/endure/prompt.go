package main

import "time"

// promptLine is a prompt_send that wants to hear of its progress. Its id is its
// progress token.
func promptLine(id, prompt, session string) string {
	arguments := `{"prompt":"` + prompt + `"}`
	if session != "" {
		arguments = `{"prompt":"` + prompt + `","session_id":"` + session + `"}`
	}
	return `{"jsonrpc":"2.0","id":` + quoted(id) + `,"method":"tools/call","params":{"_meta":{"progressToken":` + quoted(id) +
		`},"name":"prompt_send","arguments":` + arguments + "}}\n"
}

// canceller cancels a prompt in a moment.
type canceller func(c *connection, id string, s *session, delay time.Duration)

// prompt asks the model something, in one of the client's own sessions or in a
// new one, and perhaps cancels it.
func (c *connection) prompt(word string, cancel canceller) {
	id := c.newID()
	text := word + " " + id
	delay := c.delay(150 * time.Millisecond)
	s := c.client.idle(quoted(id))
	if s == nil {
		c.promptAnew(id, word)
	} else {
		c.send(&request{
			id: quoted(id), kind: "prompt_send " + word, judge: answered(text, s.id),
			settled: func(a *answer) {
				if a == nil || a.message != "" || a.isError {
					text = ""
				}
				s.end(text)
			},
		}, promptLine(id, text, s.id))
	}
	if cancel != nil {
		cancel(c, id, s, delay)
	}
}

// promptAnew begins a session.
func (c *connection) promptAnew(id, word string) {
	text := word + " " + id
	c.send(&request{
		id: quoted(id), kind: "prompt_send " + word, judge: answered(text, ""),
		settled: func(a *answer) {
			var t turn
			if a != nil && a.payload(&t) && !c.shared.adopt(t.SessionID) {
				c.client.add(&session{id: t.SessionID, said: []string{text}})
			}
		},
	}, promptLine(id, text, ""))
}

// cancelByNotification cancels any request.
func (c *connection) cancelByNotification(id string, _ *session, delay time.Duration) {
	c.after(delay, func() {
		c.ledger.allowCancel(quoted(id))
		c.sendNameless(`{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":`+quoted(id)+"}}\n", false)
	})
}

// cancelBySession takes a place of its own for the prompt_cancel. A session that
// is only being made has no id yet.
func (c *connection) cancelBySession(id string, s *session, delay time.Duration) {
	if s == nil {
		c.cancelByNotification(id, s, delay)
		return
	}
	c.after(delay, func() {
		select {
		case c.places <- struct{}{}:
		case <-c.drained:
			return
		}
		running := s.beginCancel() // perhaps a later one by now
		c.ledger.allowCancel(running)
		cancelID := id + "-cancel"
		c.send(&request{
			id: quoted(cancelID), kind: "prompt_cancel", judge: c.cancelOf(running, s.id),
			settled: func(*answer) { s.endCancel() },
		}, callLine(cancelID, "prompt_cancel", `{"session_id":"`+s.id+`"}`))
	})
}

// cancelOf wants a prompt_cancel to say what has become of the prompt.
func (c *connection) cancelOf(running, session string) func(answer) (verdict, string) {
	return func(a answer) (verdict, string) {
		if v, _ := exactly(`{"cancelled":true,"session_id":"`+session+`"}`, false)(a); v == right {
			c.ledger.claim(running)
			return right, ""
		}
		return exactly(`{"cancelled":false,"session_id":"`+session+`"}`, false)(a)
	}
}

// promptShared asks in the one session that all clients use: somebody else may be
// there first.
func (c *connection) promptShared() {
	session := c.shared.use()
	if session == "" {
		c.call("sessions_list", `{}`, listed)
		return
	}
	id := c.newID()
	text := "say " + id
	c.send(&request{
		id: quoted(id), kind: "prompt_send shared",
		judge: oneOf(answered(text, session), exactly(`{"error":"session is busy"}`, true)),
	}, promptLine(id, text, session))
}

func (c *connection) promptNowhere() {
	id := c.newID()
	c.send(&request{id: quoted(id), judge: refused(-32602, "invalid MCP prompt session")}, promptLine(id, "say "+id, "mcp_nowhere"))
}
