package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
)

// frames are what a client writes that wants to know the tools and calls one.
const frames = `{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"fresh","version":"1"}}}
{"jsonrpc":"2.0","method":"notifications/initialized"}
{"jsonrpc":"2.0","id":2,"method":"tools/list"}
{"jsonrpc":"2.0","id":3,"method":"tools/call","params":{"name":"tool_call","arguments":{"name":"count","arguments":{"text":"seven.."}}}}
`

// reply is what is looked at in an answer to one of the frames.
type reply struct {
	ID     int
	Result struct {
		ServerInfo struct{ Name string }
		Tools      []struct{ Name string }
		Content    []struct{ Text string }
	}
}

func checkReplies(out []byte) error {
	replies := map[int]reply{}
	for line := range bytes.Lines(out) {
		var r reply
		if err := json.Unmarshal(line, &r); err != nil {
			return fmt.Errorf("the server writes %q: %v", line, err)
		}
		replies[r.ID] = r
	}
	var names []string
	for _, tool := range replies[2].Result.Tools {
		names = append(names, tool.Name)
	}
	content := replies[3].Result.Content
	switch {
	case replies[1].Result.ServerInfo.Name != "openprogram":
		return fmt.Errorf("initialize is answered with %+v", replies[1])
	case !slices.Equal(names, wrappers):
		return fmt.Errorf("tools/list gives %q, not %q", names, wrappers)
	case len(content) != 1 || content[0].Text != "7":
		return fmt.Errorf("tool_call gives %+v", content)
	}
	return nil
}
