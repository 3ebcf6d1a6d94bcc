package mcpserver_test

import (
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/openprogram/openprogram-go/mcpserver/internal/fakeruntime"
	"github.com/openprogram/openprogram-go/runtimebridge"
)

const (
	failedTool    = `"result":{"content":[{"type":"text","text":"Runtime tool execution failed"}],"isError":true}}`
	notSerialized = `"result":{"content":[{"type":"text","text":"{\"error\":\"result serialization failed\"}"}],"isError":true}}`
	noSessionData = `"result":{"content":[{"type":"text","text":"{\"error\":\"session data unavailable\"}"}],"isError":true}}`
)

func encoded(data string) string { return base64.StdEncoding.EncodeToString([]byte(data)) }

// TestImages gives pictures that are and pictures that are not what they say.
func TestImages(t *testing.T) {
	png, jpeg, webp := "\x89PNG\r\n\x1a\nrest", "\xff\xd8\xff\xe0rest", "RIFF\x00\x00\x00\x00WEBPrest"
	good := map[string]runtimebridge.Image{
		"png":   {Data: encoded(png), MIMEType: "image/png"},
		"jpeg":  {Data: encoded(jpeg), MIMEType: "image/jpeg"},
		"gif87": {Data: encoded("GIF87arest"), MIMEType: "image/gif"},
		"gif89": {Data: encoded("GIF89arest"), MIMEType: "image/gif"},
		"webp":  {Data: encoded(webp), MIMEType: "image/webp"},
	}
	bad := map[string]runtimebridge.Image{
		"other bytes":          {Data: encoded(png), MIMEType: "image/jpeg"},
		"html":                 {Data: encoded("<html>"), MIMEType: "image/png"},
		"svg":                  {Data: encoded("<svg/>"), MIMEType: "image/svg+xml"},
		"text":                 {Data: encoded("hello"), MIMEType: "text/plain"},
		"parameter":            {Data: encoded(png), MIMEType: "image/png; charset=x"},
		"capitals":             {Data: encoded(png), MIMEType: "image/PNG"},
		"blank before":         {Data: encoded(png), MIMEType: " image/png"},
		"NUL":                  {Data: encoded(png), MIMEType: "image/png\x00"},
		"no type":              {Data: encoded(png)},
		"no data":              {MIMEType: "image/png"},
		"too short":            {Data: encoded("RIFF"), MIMEType: "image/webp"},
		"data URL":             {Data: "data:image/png;base64," + encoded(png), MIMEType: "image/png"},
		"not base64":           {Data: "canary!", MIMEType: "image/png"},
		"no padding":           {Data: strings.TrimRight(encoded("\x89PNG\r\n\x1a\nrests"), "="), MIMEType: "image/png"},
		"url alphabet":         {Data: base64.URLEncoding.EncodeToString([]byte(png + "\xfb\xff\xfe")), MIMEType: "image/png"},
		"line breaks":          {Data: encoded(png)[:8] + "\n" + encoded(png)[8:], MIMEType: "image/png"},
		"bits after the end":   {Data: encoded(png + "a")[:len(encoded(png+"a"))-3] + "R==", MIMEType: "image/png"},
		"larger than a result": {Data: encoded(png + strings.Repeat("x", 13<<20)), MIMEType: "image/png"},
	}
	synctest.Test(t, func(t *testing.T) {
		s := startInitialized(t, func(with *setup) {
			for name, image := range good {
				with.runtime.Tools["good "+name] = fakeruntime.Gives(runtimebridge.Result{Content: []runtimebridge.Content{image}})
			}
			for name, image := range bad {
				with.runtime.Tools["bad "+name] = fakeruntime.Gives(runtimebridge.Result{
					Content: []runtimebridge.Content{runtimebridge.Text{Text: "canary"}, image},
				})
			}
		})
		for name, image := range good {
			wantEnd(t, s.exchange(toolCall("1", "tool_call", `{"name":"good `+name+`"}`)),
				`[{"type":"image","data":"`+image.Data+`","mimeType":"`+image.MIMEType+`"}],"isError":false}}`)
		}
		for name := range bad {
			got := s.exchange(toolCall("1", "tool_call", `{"name":"bad `+name+`"}`))
			if len(got) != 1 || !strings.HasSuffix(got[0], failedTool) {
				t.Errorf("%s: got %.200s", name, got)
			}
		}
		s.close()
	})
}

// TestTexts gives results that cannot be written, and some that look odd and can.
func TestTexts(t *testing.T) {
	text := func(s string) runtimebridge.Result { return runtimebridge.TextResult(s) }
	for name, tc := range map[string]struct {
		result runtimebridge.Result
		want   string
	}{
		"invalid UTF-8":     {text("a\xff\xfe"), notSerialized},
		"control bytes":     {text("\x1b[2J\x00"), `"text":"\u001b[2J\u0000"}],"isError":false}}`},
		"no block":          {runtimebridge.Result{}, `"content":[],"isError":false}}`},
		"block of no kind":  {runtimebridge.Result{Content: []runtimebridge.Content{nil}}, failedTool},
		"too large":         {text(strings.Repeat("x", 16<<20)), failedTool},
		"details":           {runtimebridge.Result{Details: "canary", Content: text("x").Content}, `"text":"x"}],"isError":false}}`},
		"looks like denial": {text("[denied] hard constraint"), `"text":"[denied] hard constraint"}],"isError":false}}`},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				s := startInitialized(t, func(with *setup) { with.runtime.Tools["give"] = fakeruntime.Gives(tc.result) })
				wantEnd(t, s.exchange(toolCall("1", "tool_call", `{"name":"give"}`)), tc.want)
				s.close()
			})
		})
	}
}

// TestSessionData gives rows that a runtime must not give.
func TestSessionData(t *testing.T) {
	now := time.Unix(1700000000, 500_000_000)
	for name, tc := range map[string]struct {
		rows []runtimebridge.SessionSummary
		err  error
		want string
	}{
		"error":         {err: fakeruntime.ErrInternal, want: noSessionData},
		"no id":         {rows: []runtimebridge.SessionSummary{{ID: "a", UpdatedAt: now}, {Title: "canary"}}, want: noSessionData},
		"invalid UTF-8": {rows: []runtimebridge.SessionSummary{{ID: "a", Title: "\xff", UpdatedAt: now}}, want: notSerialized},
		"one": {
			rows: []runtimebridge.SessionSummary{{ID: "a", UpdatedAt: now}},
			want: `"text":"[{\"id\":\"a\",\"title\":\"\",\"updated_at\":1700000000.5}]"}],"isError":false}}`,
		},
	} {
		t.Run("sessions_list "+name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				s := startInitialized(t, func(with *setup) {
					with.runtime.Sessions = func(int) ([]runtimebridge.SessionSummary, error) { return tc.rows, tc.err }
				})
				wantEnd(t, s.exchange(toolCall("1", "sessions_list", `{}`)), tc.want)
				s.close()
			})
		})
	}
	for name, tc := range map[string]struct {
		rows []runtimebridge.Message
		err  error
		want string
	}{
		"error":        {err: fakeruntime.ErrInternal, want: noSessionData},
		"unknown":      {err: fmt.Errorf("canary: %w", runtimebridge.ErrSessionNotFound), want: `{\"error\":\"session not found\"}"}],"isError":true}}`},
		"no id":        {rows: []runtimebridge.Message{{Role: runtimebridge.RoleUser}}, want: noSessionData},
		"another role": {rows: []runtimebridge.Message{{ID: "a", Role: "tool", Content: "canary"}}, want: noSessionData},
		"empty":        {want: `"text":"[]"}],"isError":false}}`},
	} {
		t.Run("session_get "+name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				s := startInitialized(t, func(with *setup) {
					with.runtime.Branch = func(string) ([]runtimebridge.Message, error) { return tc.rows, tc.err }
				})
				wantEnd(t, s.exchange(toolCall("1", "session_get", `{"session_id":"../x"}`)), tc.want)
				s.close()
			})
		})
	}
}

// TestSessionsAreAtMostAHundred asks a runtime that gives more.
func TestSessionsAreAtMostAHundred(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		asked := 0
		s := startInitialized(t, func(with *setup) {
			with.runtime.Sessions = func(limit int) ([]runtimebridge.SessionSummary, error) {
				asked = limit
				rows := make([]runtimebridge.SessionSummary, 5000)
				for i := range rows {
					rows[i] = runtimebridge.SessionSummary{ID: fmt.Sprintf("s%d", i), UpdatedAt: time.Now()}
				}
				return rows, nil
			}
		})
		got := strings.Join(s.exchange(toolCall("1", "sessions_list", `{}`)), "")
		if n := strings.Count(got, "updated_at"); n != 100 || asked != 100 || !strings.Contains(got, `\"s99\"`) {
			t.Errorf("%d rows for a limit of %d", n, asked)
		}
		s.close()
	})
}

// TestToolsList gives lists that have to be cleaned.
func TestToolsList(t *testing.T) {
	schema := json.RawMessage(fakeruntime.Schema)
	for name, tc := range map[string]struct {
		specs []runtimebridge.ToolSpec
		err   error
		want  []string
	}{
		"order is kept":      {specs: []runtimebridge.ToolSpec{{Name: "b", InputSchema: schema}, {Name: "a", InputSchema: schema}}, want: []string{"b", "a"}},
		"duplicates dropped": {specs: []runtimebridge.ToolSpec{{Name: "a", InputSchema: schema}, {Name: "b", InputSchema: schema}, {Name: "a", InputSchema: schema, Description: "canary"}}, want: []string{"a", "b"}},
		"no name":            {specs: []runtimebridge.ToolSpec{{InputSchema: schema}}},
		"broken schema":      {specs: []runtimebridge.ToolSpec{{Name: "a", InputSchema: json.RawMessage(`{"canary`)}, {Name: "b", InputSchema: schema}}, want: []string{"b"}},
		"error":              {err: errors.New("canary")},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				s := startInitialized(t, func(with *setup) {
					with.runtime.ListTools = func() ([]runtimebridge.ToolSpec, error) { return tc.specs, tc.err }
				})
				got := strings.Join(s.exchange(toolCall("1", "tools_list", `{}`)), "")
				s.close()
				var rows []string
				for _, name := range tc.want {
					rows = append(rows, `{\"description\":\"\",\"inputSchema\":{\"additionalProperties\":false,\"properties\":{\"query\":{\"type\":\"string\"}},\"required\":[\"query\"],\"type\":\"object\"},\"name\":\"`+name+`\"}`)
				}
				want := `{"jsonrpc":"2.0","id":1,"result":{"content":[{"type":"text","text":"[` + strings.Join(rows, ",") + `]"}],"isError":false}}`
				if got != want {
					t.Errorf("got  %s\nwant %s", got, want)
				}
				if strings.Contains(s.logs.String(), "canary") {
					t.Error("the log holds what the runtime said")
				}
			})
		})
	}
}

// TestToolsListFollowsTheRuntime has the runtime change its tools, in place too.
func TestToolsListFollowsTheRuntime(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		schema := []byte(fakeruntime.Schema)
		specs := []runtimebridge.ToolSpec{{Name: "a", InputSchema: schema}}
		s := startInitialized(t, func(with *setup) {
			with.runtime.ListTools = func() ([]runtimebridge.ToolSpec, error) { return specs, nil }
		})
		ask := func() string { return strings.Join(s.exchange(toolCall("1", "tools_list", `{}`)), "") }
		if first, second := ask(), ask(); first != second || !strings.Contains(first, `\"query\"`) {
			t.Errorf("first %s\nsecond %s", first, second)
		}
		copy(schema[strings.Index(fakeruntime.Schema, "query"):], "other")
		if got := ask(); !strings.Contains(got, `\"other\"`) {
			t.Errorf("the schema's change is not seen: %s", got)
		}
		specs = append(specs, runtimebridge.ToolSpec{Name: "b", InputSchema: schema})
		if got := ask(); !strings.Contains(got, `\"name\":\"b\"`) {
			t.Errorf("the new tool is not seen: %s", got)
		}
		specs = nil
		wantEnd(t, []string{ask()}, `"text":"[]"}],"isError":false}}`)
		s.close()
	})
}

// TestPromptResults gives turns that a runtime must not give.
func TestPromptResults(t *testing.T) {
	for name, tc := range map[string]struct {
		change func(*runtimebridge.TurnResult)
		want   string
	}{
		"no session":    {func(r *runtimebridge.TurnResult) { r.SessionID = "" }, `{\"error\":\"prompt execution failed\"}"}],"isError":true}}`},
		"no message":    {func(r *runtimebridge.TurnResult) { r.AssistantMessageID = "" }, `{\"error\":\"prompt execution failed\"}"}],"isError":true}}`},
		"invalid UTF-8": {func(r *runtimebridge.TurnResult) { r.Text = "\xff" }, notSerialized},
		"empty text":    {func(r *runtimebridge.TurnResult) { r.Text = "" }, `\"text\":\"\"}"}],"isError":false}}`},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				s := startInitialized(t, func(with *setup) { with.runtime.Result = tc.change })
				wantEnd(t, s.exchange(toolCall("1", "prompt_send", `{"prompt":"hello"}`)), tc.want)
				s.close()
			})
		})
	}
}

// TestArgumentErrorsAreCut has a runtime report places and keywords that are none.
func TestArgumentErrorsAreCut(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := startInitialized(t, func(with *setup) {
			with.runtime.Tools["long"] = fakeruntime.Fails(&runtimebridge.ArgumentError{Path: "$" + strings.Repeat(".x", 500), Keyword: "required"})
			with.runtime.Tools["odd"] = fakeruntime.Fails(&runtimebridge.ArgumentError{Path: "$", Keyword: "canary says: hello"})
			with.runtime.Tools["none"] = fakeruntime.Fails(&runtimebridge.ArgumentError{Path: "$"})
		})
		got := strings.Join(s.exchange(toolCall("1", "tool_call", `{"name":"long"}`)), "")
		if len(got) > 300 || !strings.HasSuffix(got, `: required"}}`) {
			t.Errorf("got %s", got)
		}
		wantEnd(t, s.exchange(toolCall("1", "tool_call", `{"name":"odd"}`)), `tool arguments at $: value"}}`)
		wantEnd(t, s.exchange(toolCall("1", "tool_call", `{"name":"none"}`)), `tool arguments at $: value"}}`)
		s.close()
	})
}
