package stream

import (
	"net/url"
	"strings"

	"github.com/openprogram/openprogram-go/runtimebridge/provider"
)

// ParseBaseURL reads a configured base URL: http or https, with a host, without
// user, query or fragment. Its path has no trailing slash. The error is a
// *provider.Error with CodeMisconfigured.
func ParseBaseURL(base string) (*url.URL, error) {
	u, err := url.Parse(base)
	if err != nil || u.Host == "" || (u.Scheme != "http" && u.Scheme != "https") ||
		u.User != nil || u.RawQuery != "" || u.Fragment != "" {
		return nil, &provider.Error{Code: provider.CodeMisconfigured, Detail: "base URL"}
	}
	u.Path = strings.TrimRight(u.Path, "/")
	return u, nil
}
