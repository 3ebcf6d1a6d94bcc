package openai

import (
	"strings"

	"github.com/openprogram/openprogram-go/runtimebridge/provider/stream"
)

// completionsURL is where requests go. A bare host gets /v1, as the endpoint's
// own clients have it; any other path is taken as it is.
func completionsURL(base string) (string, error) {
	if base == "" {
		base = DefaultBaseURL
	}
	u, err := stream.ParseBaseURL(base)
	if err != nil {
		return "", err
	}
	path := strings.TrimSuffix(u.Path, "/chat/completions")
	if path == "" {
		path = "/v1"
	}
	u.Path = path + "/chat/completions"
	return u.String(), nil
}
