package remote_test

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"sync/atomic"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/modelcontextprotocol/go-sdk/mcp"
	"go.uber.org/goleak"

	"github.com/openprogram/openprogram-go/runtimebridge"
	"github.com/openprogram/openprogram-go/runtimebridge/remote"
)

// serveVariable makes this test binary a local server; startsVariable names a
// file in which it notes what happens to it.
const (
	serveVariable  = "REMOTE_TEST_SERVE"
	startsVariable = "REMOTE_TEST_STARTS"
)

func TestMain(m *testing.M) {
	if os.Getenv(serveVariable) == "terse" {
		serveTersely()
		return
	}
	if os.Getenv(serveVariable) != "" {
		note("start")
		if err := testServer().Run(context.Background(), &mcp.StdioTransport{}); err != nil {
			os.Exit(1)
		}
		return
	}
	goleak.VerifyTestMain(m, goleak.IgnoreTopFunction("internal/poll.runtime_pollWait"))
}

const wholeSchema = `{"$defs":{"n":{"minimum":1,"type":"integer"}},"additionalProperties":false,"anyOf":[{"required":["n"]}],"properties":{"n":{"$ref":"#/$defs/n"}},"type":"object"}`

// testServer has a tool for each kind of answer.
func testServer() *mcp.Server {
	s := mcp.NewServer(&mcp.Implementation{Name: "test", Version: "1"}, nil)
	add := func(name, schema string, answer func(map[string]any) *mcp.CallToolResult) {
		s.AddTool(&mcp.Tool{Name: name, InputSchema: json.RawMessage(schema), Annotations: &mcp.ToolAnnotations{ReadOnlyHint: true}},
			func(_ context.Context, r *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
				var args map[string]any
				if err := json.Unmarshal(r.Params.Arguments, &args); err != nil {
					return nil, err
				}
				return answer(args), nil
			})
	}
	text := func(s string) *mcp.CallToolResult {
		return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: s}}}
	}
	add("echo", wholeSchema, func(a map[string]any) *mcp.CallToolResult { return text(fmt.Sprint(a["n"])) })
	add("env", `{"type":"object"}`, func(map[string]any) *mcp.CallToolResult {
		return text(os.Getenv("OPENPROGRAM_MCP_TOKEN") + "|" + os.Getenv("FAKE_KEY") + "|" + os.Getenv("GIVEN"))
	})
	add("fail", `{"type":"object"}`, func(map[string]any) *mcp.CallToolResult {
		r := text("no luck")
		r.IsError = true
		return r
	})
	add("picture", `{"type":"object"}`, func(map[string]any) *mcp.CallToolResult {
		return &mcp.CallToolResult{Content: []mcp.Content{&mcp.ImageContent{Data: []byte{1, 2, 3}, MIMEType: "image/png"}}}
	})
	add("odd", `{"type":"object"}`, func(map[string]any) *mcp.CallToolResult {
		return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: "x"}, &mcp.ResourceLink{URI: "file:///x", Name: "x"}}}
	})
	add("data", `{"type":"object"}`, func(map[string]any) *mcp.CallToolResult {
		return &mcp.CallToolResult{Content: []mcp.Content{}, StructuredContent: json.RawMessage(`{"crane":"<stays>","n":12345678901}`)}
	})
	add("die", `{"type":"object"}`, func(map[string]any) *mcp.CallToolResult {
		note("die")
		os.Exit(3)
		return nil
	})
	return s
}

func local(t *testing.T) remote.Server {
	t.Helper()
	exe, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	return remote.Server{Kind: remote.KindLocal, Command: []string{exe}, Env: map[string]string{serveVariable: "1", "GIVEN": "given"}}
}

func open(t *testing.T, servers map[string]remote.Server) *remote.Set {
	t.Helper()
	s := remote.New(remote.Options{Config: remote.Config{Servers: servers}, Version: "test"})
	t.Cleanup(s.Close)
	return s
}

func call(t *testing.T, s *remote.Set, name string, args runtimebridge.Arguments) runtimebridge.Result {
	t.Helper()
	for _, tool := range s.Tools(t.Context()) {
		if tool.Spec().Name != name {
			continue
		}
		result, err := tool.Run(t.Context(), runtimebridge.Invocation{Arguments: args})
		if err != nil {
			t.Fatal(err)
		}
		return result
	}
	t.Fatalf("no tool %s", name)
	return runtimebridge.Result{}
}

func TestLocalServer(t *testing.T) {
	t.Setenv("OPENPROGRAM_MCP_TOKEN", "token-canary")
	t.Setenv("FAKE_KEY", "key-canary")
	s := open(t, map[string]remote.Server{"srv": local(t)})
	for _, tc := range []struct {
		tool string
		args runtimebridge.Arguments
		want runtimebridge.Result
	}{
		{"srv__echo", runtimebridge.Arguments{"n": json.Number("7")}, runtimebridge.TextResult("7")},
		{"srv__env", nil, runtimebridge.TextResult("||given")},
		{"srv__fail", nil, runtimebridge.FailedResult("", "no luck")},
		{"srv__picture", nil, runtimebridge.Result{Content: []runtimebridge.Content{runtimebridge.Image{Data: "AQID", MIMEType: "image/png"}}}},
		{"srv__data", nil, runtimebridge.TextResult(`{"crane":"<stays>","n":12345678901}`)},
		{"srv__odd", nil, runtimebridge.FailedResult("", "[mcp error] the server answered with a kind of content that is not supported")},
	} {
		t.Run(tc.tool, func(t *testing.T) {
			if diff := cmp.Diff(tc.want, call(t, s, tc.tool, tc.args)); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestSchemasStayWholeAndNothingIsReadOnly(t *testing.T) {
	s := open(t, map[string]remote.Server{"srv": local(t)})
	for _, tool := range s.Tools(t.Context()) {
		spec := tool.Spec()
		if spec.ReadOnly {
			t.Errorf("%s: a remote claim to read only was believed", spec.Name)
		}
		if spec.Name == "srv__echo" {
			if diff := cmp.Diff(wholeSchema, string(spec.InputSchema)); diff != "" {
				t.Error(diff)
			}
		}
	}
}

// A call that may have had its effect is not repeated; the next one finds the
// server started again.
func TestServerThatDiesIsStartedAgain(t *testing.T) {
	starts := filepath.Join(t.TempDir(), "starts")
	entry := local(t)
	entry.Env[startsVariable] = starts
	s := open(t, map[string]remote.Server{"srv": entry})
	if r := call(t, s, "srv__die", nil); !r.IsError {
		t.Errorf("the call that killed the server: %+v", r)
	}
	if r := call(t, s, "srv__echo", runtimebridge.Arguments{"n": json.Number("1")}); r.IsError {
		t.Errorf("afterwards: %+v", r)
	}
	if log, err := os.ReadFile(starts); err != nil || string(log) != "start die start " {
		t.Errorf("the server saw %q, error %v", log, err)
	}
}

// note appends a word to the file that the test reads.
func note(word string) {
	if path := os.Getenv(startsVariable); path != "" {
		f, err := os.OpenFile(path, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600)
		if err != nil {
			os.Exit(4)
		}
		defer f.Close()
		fmt.Fprint(f, word+" ")
	}
}

func TestStatus(t *testing.T) {
	off := false
	disabled := local(t)
	disabled.Enabled = &off
	s := open(t, map[string]remote.Server{
		"bad": {Kind: remote.KindLocal, Command: []string{"/nonexistent/server"}}, "good": local(t), "off": disabled,
	})
	got := s.Status(t.Context())
	want := []remote.Status{
		{Name: "bad", State: remote.StateError, Fault: remote.FaultNoProgram},
		{Name: "good", State: remote.StateReady, Tools: []string{"good__data", "good__die", "good__echo", "good__env", "good__fail", "good__odd", "good__picture"}},
		{Name: "off", State: remote.StateDisabled},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

func TestHTTPServer(t *testing.T) {
	var authorized, plain atomic.Int32
	handler := mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return testServer() }, nil)
	web := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Header.Get("Authorization") == "Bearer secret" && r.Header.Get("X-Team") == "a" {
			authorized.Add(1)
		} else {
			plain.Add(1)
		}
		handler.ServeHTTP(w, r)
	}))
	defer web.Close()
	s := remote.New(remote.Options{Config: remote.Config{Servers: map[string]remote.Server{"web": {
		Kind: remote.KindHTTP, URL: web.URL, Headers: map[string]string{"X-Team": "a"}, Auth: &remote.Auth{Kind: "bearer", Token: "secret"},
	}}}})
	defer s.Close()
	if diff := cmp.Diff(runtimebridge.TextResult("3"), call(t, s, "web__echo", runtimebridge.Arguments{"n": json.Number("3")})); diff != "" {
		t.Error(diff)
	}
	if plain.Load() != 0 || authorized.Load() == 0 {
		t.Errorf("%d requests with the headers, %d without", authorized.Load(), plain.Load())
	}
}

func TestRedirectCarriesNoToken(t *testing.T) {
	var reached atomic.Int32
	other := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { reached.Add(1) }))
	defer other.Close()
	web := httptest.NewServer(http.RedirectHandler(other.URL, http.StatusTemporaryRedirect))
	defer web.Close()
	s := open(t, map[string]remote.Server{"web": {Kind: remote.KindHTTP, URL: web.URL, Auth: &remote.Auth{Kind: "bearer", Token: "secret"}}})
	if tools := s.Tools(t.Context()); len(tools) != 0 || reached.Load() != 0 {
		t.Errorf("%d tools, %d requests at the other host", len(tools), reached.Load())
	}
}

func TestCancelledCall(t *testing.T) {
	s := open(t, map[string]remote.Server{"srv": local(t)})
	tools := s.Tools(t.Context())
	ctx, cancel := context.WithCancelCause(t.Context())
	cause := &runtimebridge.Cancellation{Reason: runtimebridge.ReasonPromptCancel}
	cancel(cause)
	if _, err := tools[0].Run(ctx, runtimebridge.Invocation{}); err != error(cause) {
		t.Errorf("error %v, want the cause", err)
	}
}
