package app

import (
	"log/slog"
	"sync"

	"github.com/openprogram/openprogram-go/openprogram-cli/internal/config"
	"github.com/openprogram/openprogram-go/runtimebridge/provider"
	"github.com/openprogram/openprogram-go/runtimebridge/provider/anthropic"
	"github.com/openprogram/openprogram-go/runtimebridge/provider/openai"
	"github.com/openprogram/openprogram-go/runtimebridge/provider/recall"
)

// NewProvider gives the provider that the configuration names, for its owner to
// ask about. The error is a *provider.Error.
func NewProvider(c config.Provider, getenv func(string) string) (provider.Provider, error) {
	return newProvider(c, getenv, slog.New(slog.DiscardHandler))()
}

// newProvider gives the provider that the configuration names, made at the
// first prompt and kept. A configuration that no provider can be made of is a
// *provider.Error, at each prompt and never at the start.
func newProvider(c config.Provider, getenv func(string) string, logger *slog.Logger) func() (provider.Provider, error) {
	return sync.OnceValues(func() (provider.Provider, error) {
		key := apiKey{config: c, getenv: getenv}.read
		switch c.Kind {
		case recall.Name:
			return recall.Provider{}, nil
		case openai.Kind:
			return openai.New(openai.Options{BaseURL: c.BaseURL, Model: c.Model, Key: key, Logger: logger})
		case anthropic.Kind:
			return anthropic.New(anthropic.Options{BaseURL: c.BaseURL, Model: c.Model, Key: key, Logger: logger})
		}
		return nil, &provider.Error{Code: provider.CodeMisconfigured, Detail: "kind"}
	})
}
