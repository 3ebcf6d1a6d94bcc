package acceptance_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"syscall"
)

// send writes a frame and keeps it.
func (r *canaryRun) send(server *raw, frame string) {
	r.t.Helper()
	r.seen.add("stdin", frame)
	server.write(frame + "\n")
}

// ask calls a wrapper tool under an id that is a canary and waits for the answer.
func (r *canaryRun) ask(server *raw, tool string, arguments map[string]any) frame {
	r.t.Helper()
	r.next++
	id, err := json.Marshal(fmt.Sprintf("%s-%d", value("request"), r.next))
	if err != nil {
		r.t.Fatal(err)
	}
	params, err := json.Marshal(map[string]any{
		"name": tool, "arguments": arguments,
		"_meta": map[string]any{"progressToken": value("progress"), "note": value("meta"), value("meta"): 1},
	})
	if err != nil {
		r.t.Fatal(err)
	}
	r.send(server, `{"jsonrpc":"2.0","id":`+string(id)+`,"method":"tools/call","params":`+string(params)+`}`)
	if strings.Contains(string(params), "case: hang") {
		within(r.t, patience, r.provider.asked, "the provider was not asked")
		return frame{ID: id}
	}
	return server.await(string(id))
}

// clients lets clients do what they can, right and wrong.
func (r *canaryRun) clients() {
	r.t.Helper()
	wrong := r.server()
	wrong.Env = append(wrong.Env, "OPENPROGRAM_MCP_TOKEN=x"+r.token[1:])
	refused := finish(r.t, wrong)
	r.seen.add("stdout", refused.stdout)
	r.seen.add("stderr", refused.stderr)

	arguments := []string{"--log-level", "debug"}
	if r.log != "" {
		arguments = append(arguments, "--log-file", r.log)
	}
	server := newRaw(r.t, r.server(arguments...))
	r.send(server, `{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{"experimental":{"`+value("meta")+
		`":{}}},"clientInfo":{"name":"`+value("client")+`","version":"`+value("version")+`"},"_meta":{"a":"`+value("meta")+`"}}}`)
	server.await("1")
	r.badFrames(server)
	r.tools(server)
	r.prompts(server)
	if err := server.cmd.Process.Signal(syscall.SIGTERM); err != nil {
		r.t.Fatal(err)
	}
	<-server.ended
	_ = server.cmd.Wait()
	server.keptToProtocol()
	r.seen.add("stderr", server.stderr.String())
	for _, answers := range server.answers {
		for _, a := range answers {
			r.seen.add("stdout", string(a.ID), string(a.Result))
			if a.Error != nil {
				r.seen.add("stdout", a.Error.Message)
			}
		}
	}
	r.seen.add("stdout", server.progressed...)
}

func (r *canaryRun) badFrames(server *raw) {
	r.t.Helper()
	bad := value("frame")
	for _, frame := range []string{
		bad, `{"` + bad, `{"jsonrpc":"` + bad + `","id":2,"method":"ping"}`, `{"jsonrpc":"2.0","id":3,"method":"` + bad + `"}`,
		`{"jsonrpc":"2.0","id":4,"method":"tools/call","params":"` + bad + `"}`, `["` + bad + `"]`, `"` + bad + `"`,
		`{"jsonrpc":"2.0","method":"notifications/` + bad + `","params":{"` + bad + `":"` + bad + `"}}`,
		`{"jsonrpc":"2.0","id":5,"method":"ping","` + bad + `":1,"` + bad + `":2}`,
		`{"jsonrpc":"2.0","id":6,"method":"tools/call","params":{"name":"` + bad + `","arguments":{}}}`,
		`{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":"session_get","arguments":{"` + bad + `":"` + bad + `"}}}`,
		`{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":"` + bad + `","reason":"` + bad + `"}}`,
		"\xff\xfe" + bad, `{"jsonrpc":"2.0","id":8,"method":"server/discover","params":{"` + bad + `":1}}`,
		`{"jsonrpc":"2.0","id":9,"method":"resources/read","params":{"uri":"file:///` + bad + `"}}`,
	} {
		r.send(server, frame)
	}
	for _, id := range []string{"3", "4", "6", "7", "8", "9"} {
		server.await(id)
	}
}

func (r *canaryRun) tools(server *raw) {
	r.t.Helper()
	argument := value("argument")
	for _, call := range []struct {
		name      string
		arguments map[string]any
	}{
		{"memory_status", nil}, {"memory_get", map[string]any{"path": "a.md"}}, {"memory_search", map[string]any{"query": "crane"}},
		{"memory_search", map[string]any{"query": argument}}, {"memory_grep", map[string]any{"query": argument}},
		{"memory_get", map[string]any{"path": argument + ".md"}}, {"memory_get", map[string]any{"path": "../" + argument}},
		{"memory_get", map[string]any{"path": "a.md", argument: argument}}, {"memory_search", map[string]any{"query": "a", "top_k": argument}},
		{"bash", map[string]any{"command": "echo " + argument}}, {"read", map[string]any{"file_path": argument}},
		{"memory_browse", map[string]any{"prefix": argument}}, {value("tool"), map[string]any{"a": argument}},
		{"memory_update", map[string]any{"base_revision": argument, "changes": []any{map[string]any{"path": "b.md", "text": argument}}}},
		{"memory_update", map[string]any{"base_revision": r.revision(), "changes": []any{map[string]any{"path": "b.md", "text": value("suggestion")}}}},
	} {
		r.ask(server, "tool_call", map[string]any{"name": call.name, "arguments": call.arguments})
	}
	r.ask(server, value("tool"), nil)
	r.ask(server, "tools_list", nil)
	r.ask(server, "tools_list", map[string]any{argument: argument})
	r.ask(server, "session_get", map[string]any{"session_id": argument})
	r.ask(server, "prompt_send", map[string]any{"prompt": "x", "session_id": argument})
	r.ask(server, "prompt_send", map[string]any{"prompt": argument, "extra": argument})
}

func (r *canaryRun) prompts(server *raw) {
	r.t.Helper()
	var session string
	for _, name := range append([]string{"answer", "tools"}, providerFailures...) {
		answer := r.ask(server, "prompt_send", map[string]any{"prompt": r.prompt(name)})
		got := decodeFrame[turn](r.t, answer)
		session = got.SessionID
		if failed := name != "answer" && name != "tools"; got.Failed != failed {
			r.t.Errorf("%s: %+v", name, got)
		}
		r.ask(server, "session_get", map[string]any{"session_id": session})
	}
	r.ask(server, "sessions_list", nil)
	for _, cancel := range []func(id string){
		func(string) { r.ask(server, "prompt_cancel", map[string]any{"session_id": session}) },
		func(id string) {
			r.send(server, `{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":`+id+`,"reason":"`+value("frame")+`"}}`)
		},
	} {
		hanging := r.ask(server, "prompt_send", map[string]any{"prompt": r.prompt("hang"), "session_id": session})
		r.addTemporary()
		cancel(string(hanging.ID))
		if got := server.await(string(hanging.ID)); got.Error == nil || got.Error.Message != "Request cancelled" {
			r.t.Errorf("cancelled: %+v, %s", got.Error, got.Result)
		}
	}
	r.ask(server, "prompt_send", map[string]any{"prompt": r.prompt("hang"), "session_id": session}) // until the end
}
