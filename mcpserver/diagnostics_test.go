package mcpserver_test

import (
	"strings"
	"testing"
	"testing/synctest"
)

// TestClientInfoIsOnlyLogged sends names that are long and full of escapes.
func TestClientInfoIsOnlyLogged(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := start(t)
		name := `admin\u001b]0;x\u0007\u202e` + strings.Repeat("x", 1<<20)
		got := s.exchange(strings.Replace(initLine, `"name":"t"`, `"name":"`+name+`"`, 1))
		s.close()
		for place, text := range map[string]string{"answer": strings.Join(got, ""), "audit": string(auditText(t, s.audit.Records()))} {
			if strings.Contains(text, "admin") {
				t.Errorf("the %s holds the client's name", place)
			}
		}
		logs := s.logs.String()
		if len(logs) > 1000 || strings.ContainsAny(logs, "\x1b\x07\u202e") || strings.Count(logs, "admin") != 1 {
			t.Errorf("logged %d bytes: %.300q", len(logs), logs)
		}
	})
}

// TestFloodOfBadFramesIsLoggedOnce keeps stderr from filling up.
func TestFloodOfBadFramesIsLoggedOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := startInitialized(t)
		for range 100 {
			s.send("canary{")
		}
		s.close()
		if logs := s.logs.String(); strings.Count(logs, "frame refused") != 1 || strings.Contains(logs, "canary") {
			t.Errorf("logged %s", logs)
		}
	})
}

// TestPanicIsLoggedWithoutItsValue looks for the place and not the words.
func TestPanicIsLoggedWithoutItsValue(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := startInitialized(t)
		s.send(toolCall("1", "tool_call", `{"name":"panic"}`))
		s.close()
		logs := s.logs.String()
		if strings.Contains(logs, "canary") || !strings.Contains(logs, "type=string") ||
			!strings.Contains(logs, `functions="[github.com/openprogram/openprogram-go/mcpserver/internal/fakeruntime.`) {
			t.Errorf("logged %s", logs)
		}
	})
}

// TestLongIDsAreRefused sends ids and tokens that are too long to be kept.
func TestLongIDsAreRefused(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := startInitialized(t)
		long, longer := strings.Repeat("x", 1024), strings.Repeat("x", 1025)
		ping := func(id string) string { return `{"jsonrpc":"2.0","id":"` + id + `","method":"ping"}` }
		wantLines(t, s.exchange(ping(long)), `{"jsonrpc":"2.0","id":"`+long+`","result":{}}`)
		wantLines(t, s.exchange(ping(longer)), `{"jsonrpc":"2.0","id":null,"error":{"code":-32600,"message":"invalid request"}}`)
		report := func(token string) string {
			return `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"tool_call","arguments":{"name":"report"},"_meta":{"progressToken":"` + token + `"}}}`
		}
		wantEnd(t, s.exchange(report(long)), `"isError":false}}`)
		wantEnd(t, s.exchange(report(longer)), `"error":{"code":-32602,"message":"invalid request parameters"}}`)
		s.close()
	})
}
