package remote_test

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/openprogram/openprogram-go/runtimebridge"
	"github.com/openprogram/openprogram-go/runtimebridge/remote"
)

// serveTersely is a server as people write them in an afternoon: it knows three
// requests, and does not answer any other.
func serveTersely() {
	answers := map[string]string{
		"initialize": `{"protocolVersion":"2024-11-05","capabilities":{"tools":{}},"serverInfo":{"name":"terse","version":"1"}}`,
		"tools/list": `{"tools":[{"name":"go","inputSchema":{"type":"object"}}]}`,
		"tools/call": `{"content":[{"type":"text","text":"went"}]}`,
	}
	for lines := bufio.NewScanner(os.Stdin); lines.Scan(); {
		var request struct {
			ID     json.RawMessage
			Method string
		}
		if json.Unmarshal(lines.Bytes(), &request) != nil || answers[request.Method] == "" {
			continue
		}
		fmt.Printf(`{"jsonrpc":"2.0","id":%s,"result":%s}`+"\n", request.ID, answers[request.Method])
	}
}

func TestAServerThatAnswersNoOtherRequest(t *testing.T) {
	server := local(t)
	server.Env[serveVariable] = "terse"
	s := open(t, map[string]remote.Server{"terse": server})
	if status := s.Status(t.Context())[0]; status.State != remote.StateReady || !cmp.Equal(status.Tools, []string{"terse__go"}) {
		t.Fatalf("status %+v", status)
	}
	if diff := cmp.Diff(runtimebridge.TextResult("went"), call(t, s, "terse__go", nil)); diff != "" {
		t.Error(diff)
	}
}
