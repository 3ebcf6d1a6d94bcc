package stream_test

import (
	"context"
	"errors"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/openprogram/openprogram-go/runtimebridge/provider"
	"github.com/openprogram/openprogram-go/runtimebridge/provider/stream"
)

func TestModels(t *testing.T) {
	cases := map[string]struct {
		status    int
		body      string
		want      []string
		noCatalog bool
		code      provider.Code
	}{
		"a list":                 {status: 200, body: `{"object":"list","data":[{"id":"b","created":1},{"id":"a"}]}`, want: []string{"b", "a"}},
		"an empty list":          {status: 200, body: `{"data":[]}`, want: []string{}},
		"a page for people":      {status: 200, body: `<html>`, noCatalog: true},
		"an object without list": {status: 200, body: `{"models":[]}`, noCatalog: true},
		"not found":              {status: 404, body: `{"error":{}}`, noCatalog: true},
		"a refused key":          {status: 401, code: provider.CodeAuth},
		"a server that fails":    {status: 503, code: provider.CodeUnavailable},
		"too long":               {status: 200, body: strings.Repeat(" ", 8<<20+1), code: provider.CodeBadReply},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			var seen *http.Request
			s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				seen = r.Clone(context.WithoutCancel(r.Context()))
				w.WriteHeader(c.status)
				_, _ = w.Write([]byte(c.body))
			}))
			defer s.Close()
			client := stream.New(stream.Options{})
			defer client.CloseIdle()
			got, err := client.Models(t.Context(), s.URL+"/v1/models", http.Header{"X-Api-Key": {"k"}})
			if diff := cmp.Diff(c.want, got); diff != "" {
				t.Errorf("models (-want +got):\n%s", diff)
			}
			if errors.Is(err, provider.ErrNoCatalog) != c.noCatalog || provider.CodeOf(err) != c.code {
				t.Errorf("error %v", err)
			}
			if seen.Method != http.MethodGet || seen.Header.Get("X-Api-Key") != "k" || seen.URL.Path != "/v1/models" {
				t.Errorf("asked %s %s", seen.Method, seen.URL)
			}
		})
	}
}

func TestModelsOfNobody(t *testing.T) {
	s := httptest.NewServer(http.NotFoundHandler())
	s.Close()
	client := stream.New(stream.Options{})
	if _, err := client.Models(t.Context(), s.URL, nil); provider.CodeOf(err) != provider.CodeUnavailable {
		t.Errorf("got %v", err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := client.Models(ctx, s.URL, nil); !errors.Is(err, context.Canceled) {
		t.Errorf("after the end: %v", err)
	}
}
