package openai_test

import (
	"context"
	"encoding/json"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/openprogram/openprogram-go/runtimebridge/provider"
	"github.com/openprogram/openprogram-go/runtimebridge/provider/openai"
	"github.com/openprogram/openprogram-go/runtimebridge/provider/stream/streamtest"
)

func TestReasoningIsReplayedVerbatim(t *testing.T) {
	s := streamtest.New(t,
		streamtest.Reply{Body: events(
			`{"choices":[{"index":0,"delta":{"reasoning_content":"think <b>"}}]}`,
			`{"choices":[{"index":0,"delta":{"reasoning_content":" & go","reasoning_details":[{"type":"x","data":"é"}]}}]}`,
			callEvent(`{"index":0,"id":"a","function":{"name":"look","arguments":"{}"}}`), finish, done)},
		streamtest.Reply{Body: events(text("ok"), finish, done)})
	p := open(t, s.URL, quick)
	reply, _, err := ask(p)
	if err != nil {
		t.Fatal(err)
	}
	for _, tc := range []struct {
		from, reasoning string
		count           int
	}{
		{openai.Kind, reply.Reasoning, 1}, {"anthropic", reply.Reasoning, 0},
		{openai.Kind, "another.example" + reply.Reasoning[strings.Index(reply.Reasoning, "\n"):], 0},
	} {
		req := hello
		req.Messages = append(req.Messages,
			provider.Message{Role: provider.RoleAssistant, Calls: reply.Calls, Provider: tc.from, Reasoning: tc.reasoning},
			provider.Message{Role: provider.RoleTool, CallID: "a", Text: "seen"})
		if _, err := p.Stream(context.Background(), req, func(provider.Event) {}); err != nil {
			t.Fatal(err)
		}
		all := s.Requests()
		var sent struct {
			Messages []map[string]any `json:"messages"`
		}
		if err := json.Unmarshal([]byte(all[len(all)-1].Body), &sent); err != nil {
			t.Fatal(err)
		}
		count := 0
		for _, m := range sent.Messages {
			if m["reasoning_content"] == "think <b> & go" && cmp.Equal(m["reasoning_details"], []any{map[string]any{"type": "x", "data": "é"}}) {
				count++
			}
		}
		if count != tc.count {
			t.Errorf("reasoning of %s replayed %d times, want %d", tc.from, count, tc.count)
		}
	}
}

// An endpoint that sent an empty reasoning field wants it back.
func TestEmptyReasoningIsReplayed(t *testing.T) {
	s := streamtest.New(t, streamtest.Reply{Body: events(`{"choices":[{"index":0,"delta":{"reasoning_content":"","content":"x"}}]}`, finish, done)})
	reply, _, err := ask(open(t, s.URL, quick))
	if err != nil || !strings.HasSuffix(reply.Reasoning, "\n"+`{"reasoning_content":""}`) {
		t.Errorf("reasoning %q, error %v", reply.Reasoning, err)
	}
}
