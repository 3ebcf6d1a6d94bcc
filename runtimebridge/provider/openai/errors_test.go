package openai_test

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/openprogram/openprogram-go/runtimebridge/provider"
	"github.com/openprogram/openprogram-go/runtimebridge/provider/stream/streamtest"
)

func TestFailures(t *testing.T) {
	const secret = "upstream-secret-text"
	json400 := func(code, message string) streamtest.Reply {
		return streamtest.Reply{Status: 400, Body: `{"error":{"message":"` + message + `","type":"invalid_request_error","code":"` + code + `"}}`}
	}
	for _, tc := range []struct {
		name  string
		reply streamtest.Reply
		want  provider.Code
		tries int
	}{
		{"401", streamtest.Reply{Status: 401, Body: secret}, provider.CodeAuth, 1},
		{"402", streamtest.Reply{Status: 402}, provider.CodeQuota, 1},
		{"404", streamtest.Reply{Status: 404, Body: `{"error":{"message":"model 'x' not found"}}`}, provider.CodeModel, 1},
		{"413", streamtest.Reply{Status: 413}, provider.CodeContextLimit, 1},
		{"400", json400("", secret), provider.CodeBadRequest, 1},
		{"400 context", json400("context_length_exceeded", secret), provider.CodeContextLimit, 1},
		{"400 context in words", json400("", "This model's maximum context length is 8192 tokens"), provider.CodeContextLimit, 1},
		{"422 context in words", streamtest.Reply{Status: 422, Body: `{"message":"prompt is too long: 9000 tokens"}`}, provider.CodeContextLimit, 1},
		{"429", streamtest.Reply{Status: 429}, provider.CodeRateLimited, 3},
		{"429 quota", streamtest.Reply{Status: 429, Body: `{"error":{"message":"x","code":"insufficient_quota"}}`}, provider.CodeQuota, 1},
		{"500", streamtest.Reply{Status: 500, Body: secret}, provider.CodeUnavailable, 3},
		{"502 page", streamtest.Reply{Status: 502, Body: "<html>" + secret + "</html>"}, provider.CodeUnavailable, 3},
		{"529", streamtest.Reply{Status: 529}, provider.CodeUnavailable, 3},
		{"204", streamtest.Reply{Status: 204}, provider.CodeBadReply, 1},
		{"200 empty", streamtest.Reply{}, provider.CodeBadReply, 1},
		{"200 empty JSON", streamtest.Reply{Header: http.Header{"Content-Type": {"application/json"}}}, provider.CodeBadReply, 1},
		{"200 page", streamtest.Reply{Body: "<html>" + secret + "</html>", Header: http.Header{"Content-Type": {"text/html"}}}, provider.CodeBadReply, 1},
		{"200 with an error", streamtest.Reply{Body: `{"error":{"message":"` + secret + `"}}`, Header: http.Header{"Content-Type": {"application/json"}}}, provider.CodeUnavailable, 3},
		{"not JSON", streamtest.Reply{Body: "data: nonsense\n\n"}, provider.CodeBadReply, 1},
		{"gzip without a header", streamtest.Reply{Body: "\x1f\x8b\x08\x00garbage"}, provider.CodeBadReply, 1},
		{"end mark alone", streamtest.Reply{Body: events(done)}, provider.CodeBadReply, 1},
		{"error before output", streamtest.Reply{Body: events(`{"error":{"message":"` + secret + `","type":"overloaded"}}`)}, provider.CodeUnavailable, 3},
		{"error event before output", streamtest.Reply{Body: "event: error\ndata: overloaded\n\n"}, provider.CodeUnavailable, 3},
		{"error without a wrapper", streamtest.Reply{Body: events(`{"object":"error","message":"This model's maximum context length is 5 tokens","code":400}`)}, provider.CodeContextLimit, 1},
		{"error as a string", streamtest.Reply{Body: events(`{"error":"rate limit"}`)}, provider.CodeRateLimited, 3},
		{"error after output", streamtest.Reply{Body: events(text("part"), `{"error":{"message":"`+secret+`"}}`)}, provider.CodeUnavailable, 1},
		{"cut after output", streamtest.Reply{Body: events(text("part"))}, provider.CodeBroken, 1},
		{"reset after half a call", streamtest.Reply{Body: events(callEvent(`{"index":0,"id":"a","function":{"name":"look","arguments":"{\"x\""}}`)), Cut: true}, provider.CodeBroken, 1},
		{"absurd wait", streamtest.Reply{Status: 429, Header: http.Header{"Retry-After": {"99999"}}}, provider.CodeRateLimited, 1},
	} {
		t.Run(tc.name, func(t *testing.T) {
			options := quick
			options.Attempts = 3
			s := streamtest.New(t, tc.reply)
			reply, _, err := ask(open(t, s.URL, options))
			if got := provider.CodeOf(err); got != tc.want || len(s.Requests()) != tc.tries {
				t.Errorf("code %q after %d requests, want %q after %d", got, len(s.Requests()), tc.want, tc.tries)
			}
			if err != nil && strings.Contains(fmt.Sprintf("%+v %#v", err, errors.Unwrap(err)), secret) {
				t.Error("the error carries the provider's text")
			}
			if strings.Contains(reply.Text, secret) {
				t.Error("the reply carries the error's text")
			}
		})
	}
}

func TestRetryBeforeOutput(t *testing.T) {
	fine := streamtest.Reply{Body: events(text("fine"), finish, done)}
	for name, after := range map[string]string{
		"none": "", "seconds": "0.01", "negative": "-5", "zero": "0", "words": "abc", "past date": "Wed, 21 Oct 2015 07:28:00 GMT",
	} {
		t.Run(name, func(t *testing.T) {
			s := streamtest.New(t, streamtest.Reply{Status: 429, Header: http.Header{"Retry-After": {after}}}, fine)
			var waits int
			reply, err := open(t, s.URL, quick).Stream(context.Background(), hello, func(e provider.Event) {
				if e.Waiting > 0 {
					waits++
				}
			})
			if err != nil || reply.Text != "fine" || waits != 1 {
				t.Errorf("text %q, error %v, %d waits", reply.Text, err, waits)
			}
		})
	}
}
