package openai_test

import (
	"net/http"
	"testing"
	"time"

	"github.com/openprogram/openprogram-go/runtimebridge/provider"
	"github.com/openprogram/openprogram-go/runtimebridge/provider/openai"
	"github.com/openprogram/openprogram-go/runtimebridge/provider/stream"
	"github.com/openprogram/openprogram-go/runtimebridge/provider/stream/streamtest"
)

func TestRedirects(t *testing.T) {
	other := streamtest.New(t, streamtest.Reply{Body: events(text("stolen"), finish, done)})
	s := streamtest.New(t, streamtest.Reply{Status: http.StatusTemporaryRedirect, Header: http.Header{"Location": {other.URL + "/v1/chat/completions"}}})
	_, _, err := ask(open(t, s.URL, quick))
	if provider.CodeOf(err) != provider.CodeMisconfigured || len(other.Requests()) != 0 {
		t.Errorf("error %v, %d requests at the other host", err, len(other.Requests()))
	}
	same := streamtest.New(t,
		streamtest.Reply{Status: http.StatusPermanentRedirect, Header: http.Header{"Location": {"/v1/moved"}}},
		streamtest.Reply{Body: events(text("here"), finish, done)})
	reply, _, err := ask(open(t, same.URL, quick))
	if err != nil || reply.Text != "here" || same.Requests()[1].Header.Get("Authorization") == "" {
		t.Errorf("text %q, error %v", reply.Text, err)
	}
}

func TestUnreachable(t *testing.T) {
	p := open(t, "http://127.0.0.1:1", stream.Options{Attempts: 2, Backoff: time.Millisecond})
	if _, _, err := ask(p); provider.CodeOf(err) != provider.CodeUnavailable {
		t.Errorf("error %v", err)
	}
}

func TestBaseURLs(t *testing.T) {
	s := streamtest.New(t, streamtest.Reply{Body: events(text("x"), finish, done)})
	for suffix, want := range map[string]string{
		"": "/v1/chat/completions", "/": "/v1/chat/completions", "/v1": "/v1/chat/completions", "/v1/": "/v1/chat/completions",
		"/api/v1": "/api/v1/chat/completions", "/v1/chat/completions": "/v1/chat/completions",
	} {
		if _, _, err := ask(open(t, s.URL+suffix, quick)); err != nil {
			t.Fatal(err)
		}
		all := s.Requests()
		if got := all[len(all)-1].Path; got != want {
			t.Errorf("%q: path %q, want %q", suffix, got, want)
		}
	}
	for _, bad := range []string{"localhost:1234", "ftp://h/v1", "http://", "http://u:p@h/v1", "http://h/v1?x=1", "::"} {
		if _, err := openai.New(openai.Options{BaseURL: bad, Model: "m"}); provider.CodeOf(err) != provider.CodeMisconfigured {
			t.Errorf("%q: error %v", bad, err)
		}
	}
	if _, err := openai.New(openai.Options{}); provider.CodeOf(err) != provider.CodeMisconfigured {
		t.Errorf("no model: error %v", err)
	}
}
