package providertest_test

import (
	"context"
	"errors"
	"fmt"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"go.uber.org/goleak"

	"github.com/openprogram/openprogram-go/runtimebridge"
	"github.com/openprogram/openprogram-go/runtimebridge/provider"
	"github.com/openprogram/openprogram-go/runtimebridge/provider/providertest"
	"github.com/openprogram/openprogram-go/runtimebridge/store"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

var hello = provider.Request{Messages: []provider.Message{{Role: provider.RoleUser, Text: "hello"}}}

func stream(ctx context.Context, s *providertest.Script) (provider.Reply, string, error) {
	var text string
	reply, err := s.Stream(ctx, hello, func(e provider.Event) {
		if e.Waiting > 0 {
			text += e.Waiting.String()
		}
		text += e.Text + "|"
	})
	return reply, text, err
}

func TestAScriptPlaysItsReplies(t *testing.T) {
	broken := &provider.Error{Code: provider.CodeBroken}
	call := store.Call{ID: "1", Name: "read", Arguments: "{}"}
	tests := []struct {
		name  string
		reply providertest.Reply
		want  provider.Reply
		text  string
		err   error
	}{
		{"text", providertest.Say("a", "b"), provider.Reply{Text: "ab", Stop: provider.StopEnd}, "a|b|", nil},
		{"text before and after a wait", providertest.Reply{Chunks: []string{"a"}, Tail: []string{"b"}}, provider.Reply{Text: "ab", Stop: provider.StopEnd}, "a|b|", nil},
		{"a wait", providertest.Reply{Backoff: time.Second, Chunks: []string{"a"}}, provider.Reply{Text: "a", Stop: provider.StopEnd}, "1s|a|", nil},
		{"calls", providertest.Call(call), provider.Reply{Calls: []store.Call{call}, Stop: provider.StopCalls}, "", nil},
		{"a reason to stop", providertest.Reply{Chunks: []string{"a"}, Stop: provider.StopLength}, provider.Reply{Text: "a", Stop: provider.StopLength}, "a|", nil},
		{"reasoning", providertest.Reply{Reasoning: "r"}, provider.Reply{Reasoning: "r", Stop: provider.StopEnd}, "", nil},
		{"a failure with text", providertest.Reply{Chunks: []string{"a"}, Err: broken, Calls: []store.Call{call}}, provider.Reply{Text: "a"}, "a|", broken},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			got, text, err := stream(t.Context(), providertest.New(test.reply))
			if diff := cmp.Diff(test.want, got); diff != "" || text != test.text || !errors.Is(err, test.err) {
				t.Errorf("streamed %q, err %v, reply (-want +got):\n%s", text, err, diff)
			}
		})
	}
}

func TestAScriptEnds(t *testing.T) {
	s := providertest.New(providertest.Say("a"))
	for i, want := range []provider.Code{"", provider.CodeBadReply} {
		if _, _, err := stream(t.Context(), s); provider.CodeOf(err) != want {
			t.Errorf("request %d: %v", i, err)
		}
	}
	started := make(chan struct{})
	forever := providertest.Forever(providertest.Reply{Started: started, Chunks: []string{"a"}})
	for i := range 3 {
		if reply, _, err := stream(t.Context(), forever); err != nil || reply.Text != "a" {
			t.Errorf("request %d: %+v, %v", i, reply, err)
		}
	}
	<-started
}

func TestAScriptThatWaits(t *testing.T) {
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	never, now := make(chan struct{}), make(chan struct{})
	close(now)
	tests := []struct {
		name  string
		ctx   context.Context
		reply providertest.Reply
		err   error
	}{
		{"hang", ended, providertest.Hang(nil), context.Canceled},
		{"cancelled while it waits", ended, providertest.Reply{Wait: never}, context.Canceled},
		{"released", t.Context(), providertest.Reply{Wait: now}, nil},
		{"deaf", ended, providertest.Late(nil, now, "late"), nil},
		{"cancelled before", ended, providertest.Say("a"), context.Canceled},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			s := providertest.New(test.reply)
			if _, _, err := stream(test.ctx, s); !errors.Is(err, test.err) {
				t.Errorf("err %v", err)
			}
			if s.Running() != 0 {
				t.Error("the request is still running")
			}
		})
	}
}

func TestAScriptRemembersAndIsStrict(t *testing.T) {
	s := providertest.New(providertest.Reply{Panic: "thrown"})
	if _, err := s.Stream(t.Context(), provider.Request{}, nil); provider.CodeOf(err) != provider.CodeBadRequest {
		t.Errorf("err %v", err)
	}
	func() {
		defer func() {
			if got := recover(); got != "thrown" || s.Running() != 0 {
				t.Errorf("panic %v, %d running", got, s.Running())
			}
		}()
		_, _, _ = stream(t.Context(), s)
	}()
	if diff := cmp.Diff([]provider.Request{{}, hello}, s.Requests()); diff != "" {
		t.Errorf("requests (-want +got):\n%s", diff)
	}
}

func TestCheck(t *testing.T) {
	user := provider.Message{Role: provider.RoleUser, Text: "a"}
	calls := func(calls ...store.Call) provider.Message {
		return provider.Message{Role: provider.RoleAssistant, Calls: calls}
	}
	call := func(id string) store.Call { return store.Call{ID: id, Name: "read", Arguments: "{}"} }
	result := func(id string) provider.Message {
		return provider.Message{Role: provider.RoleTool, CallID: id, Text: "r"}
	}
	image := provider.Message{Role: provider.RoleTool, CallID: "1", Images: []store.Image{{Data: "QUJD", MIMEType: "image/png"}}}
	answer := provider.Message{Role: provider.RoleAssistant, Text: "b"}
	thinking := calls(call("1"))
	thinking.Reasoning = "r"
	own := thinking
	own.Provider = providertest.Name
	tests := []struct {
		name     string
		messages []provider.Message
		want     string // empty: accepted
	}{
		{"plain", []provider.Message{user, answer, user}, ""},
		{"calls", []provider.Message{user, calls(call("1"), call("2")), result("1"), result("2"), answer}, ""},
		{"an image", []provider.Message{user, calls(call("1")), image}, ""},
		{"its own reasoning", []provider.Message{user, own, result("1")}, ""},
		{"nothing", nil, "the conversation does not begin with its user"},
		{"no user first", []provider.Message{answer}, "the conversation does not begin with its user"},
		{"an empty message", []provider.Message{user, {Role: provider.RoleAssistant, Text: "\n"}}, "message 1: empty"},
		{"an empty result", []provider.Message{user, calls(call("1")), {Role: provider.RoleTool, CallID: "1"}}, "message 2: empty"},
		{"another role", []provider.Message{user, {Role: "system", Text: "a"}}, `message 1: role "system"`},
		{"no result", []provider.Message{user, calls(call("1"))}, "call 1 has no result"},
		{"no result before the next message", []provider.Message{user, calls(call("1")), user}, "message 2: call 1 has no result"},
		{"results out of order", []provider.Message{user, calls(call("1"), call("2")), result("2"), result("1")}, "message 2: result of 2 is out of place"},
		{"a result too many", []provider.Message{user, calls(call("1")), result("1"), result("1")}, "message 3: result of 1 is out of place"},
		{"an id twice", []provider.Message{user, calls(call("1"), call("1"))}, `message 1: call id "1" is odd or given twice`},
		{"an odd id", []provider.Message{user, calls(call("a b"))}, `message 1: call id "a b" is odd or given twice`},
		{"an odd name", []provider.Message{user, calls(store.Call{ID: "1", Name: "a b", Arguments: "{}"})}, `message 1: call name "a b" is odd`},
		{"arguments that are no object", []provider.Message{user, calls(store.Call{ID: "1", Name: "a", Arguments: "null"})}, "message 1: arguments of 1 are no JSON object"},
		{"another's reasoning", []provider.Message{user, thinking, result("1")}, `message 1: reasoning of provider ""`},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			got := ""
			if err := providertest.Check(provider.Request{Messages: test.messages}); err != nil {
				got = err.Error()
			}
			if got != test.want {
				t.Errorf("got %q, want %q", got, test.want)
			}
		})
	}
}

func TestCheckLooksAtToolNames(t *testing.T) {
	for _, names := range [][]string{{"a", "a"}, {"a.b"}, {""}} {
		req := hello
		for _, name := range names {
			req.Tools = append(req.Tools, runtimebridge.ToolSpec{Name: name})
		}
		if providertest.Check(req) == nil {
			t.Errorf("%q are accepted", names)
		}
	}
}

func ExampleScript() {
	script := providertest.New(
		providertest.Call(store.Call{ID: "1", Name: "read", Arguments: `{"file_path":"a"}`}),
		providertest.Say("The file ", "is empty."),
		providertest.Fail(provider.CodeRateLimited),
	)
	for range 3 {
		reply, err := script.Stream(context.Background(), hello, func(provider.Event) {})
		fmt.Println(len(reply.Calls), reply.Text, err)
	}
	// Output:
	// 1  <nil>
	// 0 The file is empty. <nil>
	// 0  provider: rate_limited
}
