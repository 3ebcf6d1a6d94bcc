package main

import "testing"

func text(s string) answer    { return answer{text: s, result: []byte("{}")} }
func failure(s string) answer { return answer{text: s, isError: true, result: []byte("{}")} }

// TestJudges gives each judge what is right and what is wrong.
func TestJudges(t *testing.T) {
	const asked = "say c0.0-1"
	turn := answered(asked, "mcp_1")
	branch := history([]string{"a", "b"})
	for name, c := range map[string]struct {
		judge func(answer) (verdict, string)
		given answer
		want  verdict
	}{
		"the answer":             {turn, text(`{"session_id":"mcp_1","assistant_msg_id":"m","text":"answer to say c0.0-1"}`), right},
		"of another prompt":      {turn, text(`{"session_id":"mcp_1","assistant_msg_id":"m","text":"answer to say c0.0-2"}`), wrongSession},
		"in another session":     {turn, text(`{"session_id":"mcp_2","assistant_msg_id":"m","text":"answer to say c0.0-1"}`), wrongSession},
		"in no session":          {answered(asked, ""), text(`{"session_id":"x","assistant_msg_id":"m","text":"answer to say c0.0-1"}`), wrongSession},
		"a failed turn":          {turn, text(`{"session_id":"mcp_1","assistant_msg_id":"m","text":"answer to say c0.0-1","failed":true}`), wrongAnswer},
		"busy":                   {turn, failure(`{"error":"session is busy"}`), needlessBusy},
		"no prompt at all":       {turn, failure(`{"error":"prompt execution failed"}`), wrongAnswer},
		"a server that is busy":  {whatever, answer{code: -32000, message: "server is busy"}, needlessBusy},
		"no data":                {listed, failure(`{"error":"session data unavailable"}`), needlessBusy},
		"no audit":               {whatever, failure("[denied] audit unavailable"), needlessBusy},
		"denied":                 {whatever, failure("[denied] approval unavailable for non-interactive MCP"), wrongAnswer},
		"a history":              {branch, text(`[{"role":"user","content":"a"},{"role":"assistant","content":"answer to a"},{"role":"user","content":"b"},{"role":"assistant","content":"answer to b"},{"role":"user","content":"c"}]`), right},
		"one of somebody else":   {branch, text(`[{"role":"user","content":"x"},{"role":"assistant","content":"answer to x"}]`), wrongSession},
		"one with a gap":         {branch, text(`[{"role":"user","content":"a"},{"role":"assistant","content":"answer to a"}]`), wrongSession},
		"one with a doubled one": {branch, text(`[{"role":"user","content":"a"},{"role":"assistant","content":"answer to a"},{"role":"user","content":"a"},{"role":"assistant","content":"answer to a"},{"role":"user","content":"b"},{"role":"assistant","content":"answer to b"}]`), wrongSession},
		"one out of step":        {branch, text(`[{"role":"user","content":"a"},{"role":"user","content":"b"}]`), wrongAnswer},
		"a list":                 {listed, text(`[{"id":"b","updated_at":2},{"id":"a","updated_at":1}]`), right},
		"a list the wrong way":   {listed, text(`[{"id":"a","updated_at":1},{"id":"b","updated_at":2}]`), wrongAnswer},
		"one there twice":        {listed, text(`[{"id":"a","updated_at":2},{"id":"a","updated_at":1}]`), wrongAnswer},
		"null for a list":        {listed, text(`null`), wrongAnswer},
		"the tools":              {tools("a", "b"), text(`[{"name":"a"},{"name":"b"}]`), right},
		"one too many":           {tools("a"), text(`[{"name":"a"},{"name":"b"}]`), wrongAnswer},
		"another order":          {tools("a", "b"), text(`[{"name":"b"},{"name":"a"}]`), wrongAnswer},
		"an error as wanted":     {refused(-32601, "no"), answer{code: -32601, message: "no"}, right},
		"another code":           {refused(-32601, "no"), answer{code: -32602, message: "no"}, wrongAnswer},
		"a result instead":       {refused(-32601, "no"), text("no"), wrongAnswer},
		"either":                 {oneOf(exactly("a", true), exactly("b", false)), text("b"), right},
		"neither":                {oneOf(exactly("a", true), exactly("b", false)), text("a"), wrongAnswer},
		"a note of another one":  {containing(noteOf(1)), text(noteOf(2)), wrongAnswer},
	} {
		t.Run(name, func(t *testing.T) {
			if got, detail := c.judge(c.given); got != c.want {
				t.Errorf("got %q (%s), want %q", got, detail, c.want)
			}
		})
	}
}
