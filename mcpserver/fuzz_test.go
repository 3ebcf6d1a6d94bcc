package mcpserver_test

import (
	"bytes"
	"encoding/json"
	"io"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/openprogram/openprogram-go/mcpserver/internal/fakeruntime"
)

// FuzzServer feeds a server arbitrary bytes. Whatever they are, it writes only
// valid JSON-RPC, answers the ping that follows, and ends.
func FuzzServer(f *testing.F) {
	for _, seed := range []string{
		"", "{bad\n", "\ufeff" + initLine + "\r\n" + initLine,
		initLine + "\n" + toolCall("1", "prompt_send", `{"prompt":"hello"}`) + "\n" + cancelLine("1") + "\n" + cancelLine("1.0"),
		initLine + "\n" + toolCall(`"a"`, "tool_call", `{"name":"panic"}`) + "\n" + toolCall(`"a"`, "tool_call", `{"name":"exit","arguments":null}`),
		initLine + "\n" + toolCall("1", "tool_call", `{"name":"report","arguments":{"query":"abc"}},"_meta":{"progressToken":""}`),
		initLine + "\n" + toolCall("1", "session_get", `{"session_id":"\ud800"}`) + "\n[" + toolCall("1", "tools_list", "{}") + "]",
		initLine + "\n" + `{"jsonrpc":"2.0","id":{},"id":1e400,"method":"ping"}` + "\n" + strings.Repeat(`{"a":`, 200) + "1" + strings.Repeat("}", 200),
		initLine + "\n" + `{"jsonrpc":"2.0","id":9,"method":"tools/list","params":{"cursor":"x","_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28"}}}`,
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		with := setup{runtime: fakeruntime.New(), audit: &fakeruntime.Audit{}}
		with.runtime.Tools["deaf"] = fakeruntime.Gives(fakeruntime.PNGResult())
		with.options.ShutdownGrace = -1
		var out outputBuffer
		in := io.MultiReader(bytes.NewReader(data), strings.NewReader("\n"+`{"jsonrpc":"2.0","id":"the last ping","method":"ping"}`))
		if err := newServer(t, with).Serve(t.Context(), in, &out); err != nil {
			t.Fatal(err)
		}
		answered := false
		for _, line := range out.take() {
			checkLine(t, line)
			answered = answered || strings.HasPrefix(line, `{"jsonrpc":"2.0","id":"the last ping",`)
		}
		if !answered {
			t.Error("the last ping was not answered")
		}
	})
}

// checkLine checks that a line is one JSON-RPC message: a result, an error or a
// progress notification.
func checkLine(t *testing.T, line string) {
	t.Helper()
	var message map[string]json.RawMessage
	if err := json.Unmarshal([]byte(line), &message); err != nil || !utf8.ValidString(line) {
		t.Fatalf("no JSON: %q: %v", line, err)
	}
	_, result := message["result"]
	_, failure := message["error"]
	_, id := message["id"]
	progress := string(message["method"]) == `"notifications/progress"`
	if string(message["jsonrpc"]) != `"2.0"` || id == progress || id && result == failure || len(message) != 3 {
		t.Fatalf("no message: %s", line)
	}
}
