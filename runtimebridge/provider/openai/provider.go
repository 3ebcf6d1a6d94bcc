package openai

import (
	"context"
	"encoding/json"
	"log/slog"
	"net/http"
	"time"

	"github.com/openprogram/openprogram-go/runtimebridge/provider"
	"github.com/openprogram/openprogram-go/runtimebridge/provider/stream"
)

// Kind is the name of this provider, as in provider.kind.
const Kind = "openai"

// DefaultBaseURL is used when Options.BaseURL is empty.
const DefaultBaseURL = "https://api.openai.com/v1"

// Options configure a Provider.
type Options struct {
	BaseURL string // with or without /v1, a path prefix or a trailing slash
	Model   string // required
	// Key gives the API key when a request is made. "" sends none, which local
	// endpoints accept. An error is a missing key. The key goes to BaseURL's
	// host only.
	Key    func() (string, error)
	Stream stream.Options
	Logger *slog.Logger // nil discards
}

// Provider asks a chat-completions endpoint.
type Provider struct {
	url    string
	model  string
	key    func() (string, error)
	client *stream.Client
	origin stream.Origin
}

var _ provider.Provider = (*Provider)(nil)

// New returns a Provider, or a *provider.Error with CodeMisconfigured.
func New(o Options) (*Provider, error) {
	url, err := completionsURL(o.BaseURL)
	if err != nil {
		return nil, err
	}
	if o.Model == "" {
		return nil, &provider.Error{Code: provider.CodeMisconfigured, Detail: "no model"}
	}
	if o.Stream.Logger == nil {
		o.Stream.Logger = o.Logger
	}
	return &Provider{url: url, model: o.Model, key: o.Key, client: stream.New(o.Stream), origin: stream.NewOrigin(Kind, url)}, nil
}

// Name is Kind.
func (p *Provider) Name() string { return Kind }

// Close ends the connections that are kept for the next request.
func (p *Provider) Close() { p.client.CloseIdle() }

// Stream asks for one reply.
func (p *Provider) Stream(ctx context.Context, req provider.Request, emit func(provider.Event)) (provider.Reply, error) {
	header, err := p.header()
	if err != nil {
		return provider.Reply{}, err
	}
	req.Messages = p.origin.Own(req.Messages)
	body, err := json.Marshal(p.request(req))
	if err != nil {
		return provider.Reply{}, &provider.Error{Code: provider.CodeBadRequest, Detail: "encode"}
	}
	handler, err := p.client.Do(ctx, stream.Post{
		URL:     p.url,
		Header:  header,
		Body:    body,
		Attempt: func() stream.Handler { return &reply{emit: emit} },
		Classes: errorClass,
		Waiting: func(d time.Duration) { emit(provider.Event{Waiting: d}) },
	})
	got := handler.(*reply).result()
	got.Reasoning = p.origin.Mark(got.Reasoning)
	return got, err
}

// header gives the headers of every request.
func (p *Provider) header() (http.Header, error) {
	return stream.KeyHeader(p.key, "Authorization", "Bearer ")
}
