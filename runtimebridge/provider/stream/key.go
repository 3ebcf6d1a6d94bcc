package stream

import (
	"net/http"

	"github.com/openprogram/openprogram-go/runtimebridge/provider"
)

// KeyHeader gives headers that carry a key under a name, behind a prefix. key is
// asked now; nil, and a key of "", is none. The error is a *provider.Error with
// CodeNoKey.
func KeyHeader(key func() (string, error), name, prefix string) (http.Header, error) {
	header := http.Header{}
	if key == nil {
		return header, nil
	}
	value, err := key()
	if err != nil {
		return nil, &provider.Error{Code: provider.CodeNoKey}
	}
	if value != "" {
		header.Set(name, prefix+value)
	}
	return header, nil
}
