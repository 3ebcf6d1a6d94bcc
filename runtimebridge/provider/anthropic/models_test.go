package anthropic_test

import (
	"errors"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/openprogram/openprogram-go/runtimebridge/provider"
	"github.com/openprogram/openprogram-go/runtimebridge/provider/anthropic"
	"github.com/openprogram/openprogram-go/runtimebridge/provider/stream/streamtest"
)

func TestModels(t *testing.T) {
	s := streamtest.New(t, streamtest.Reply{Body: `{"data":[{"id":"m"},{"id":"n"}]}`})
	p := open(t, s.URL, quick)
	models, err := p.Models(t.Context())
	if diff := cmp.Diff([]string{"m", "n"}, models); diff != "" || err != nil {
		t.Fatalf("%v, models (-want +got):\n%s", err, diff)
	}
	asked := s.Requests()[0]
	if asked.Path != "/v1/models" || asked.Header.Get("X-Api-Key") != "key-canary" {
		t.Errorf("asked %s with %q", asked.Path, asked.Header.Get("X-Api-Key"))
	}
}

func TestModelsWithoutAKey(t *testing.T) {
	s := streamtest.New(t, streamtest.Reply{Body: `{"data":[]}`})
	p, err := anthropic.New(anthropic.Options{BaseURL: s.URL, Model: "m", Key: func() (string, error) { return "", errors.New("none") }})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := p.Models(t.Context()); provider.CodeOf(err) != provider.CodeNoKey || len(s.Requests()) != 0 {
		t.Errorf("got %v after %d requests", err, len(s.Requests()))
	}
}
