package remote

import (
	"context"
	"io"
	"maps"
	"net/http"
	"os"
	"slices"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// keptVariables are all that a local server inherits of the environment. Secrets
// of this program are not among them; what a server needs stands in its entry.
var keptVariables = []string{"PATH", "HOME", "USER", "LOGNAME", "SHELL", "LANG", "LC_ALL", "TMPDIR", "TZ", "SYSTEMROOT"}

// spoken is the protocol version to begin with. With a newer one the SDK first asks
// a question that came with it, and many servers leave a question that they do not
// know without an answer.
const spoken = "2025-11-25"

func dialer(entry Server, o Options) dial {
	return func(ctx context.Context) (*mcp.ClientSession, error) {
		client := mcp.NewClient(&mcp.Implementation{Name: "openprogram", Version: o.Version}, &mcp.ClientOptions{
			Capabilities: &mcp.ClientCapabilities{},
		})
		return client.Connect(ctx, transport(entry, o.Stderr), &mcp.ClientSessionOptions{ProtocolVersion: spoken})
	}
}

func transport(entry Server, stderr io.Writer) mcp.Transport {
	if entry.Kind == KindHTTP {
		return &mcp.StreamableClientTransport{
			Endpoint:             entry.URL,
			HTTPClient:           &http.Client{Transport: authorized{entry: entry}, CheckRedirect: refuseRedirect},
			DisableStandaloneSSE: true,
		}
	}
	return localTransport{entry: entry, stderr: stderr}
}

func environment(own map[string]string) []string {
	var out []string
	for _, name := range keptVariables {
		if value, ok := os.LookupEnv(name); ok {
			out = append(out, name+"="+value)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(own)) {
		out = append(out, name+"="+own[name])
	}
	return out
}

// authorized adds the headers of the entry. They go to its own URL only, since
// redirects are refused.
type authorized struct{ entry Server }

func (a authorized) RoundTrip(request *http.Request) (*http.Response, error) {
	request = request.Clone(request.Context())
	for name, value := range a.entry.Headers {
		request.Header.Set(name, value)
	}
	if a.entry.Auth != nil && a.entry.Auth.Kind == "bearer" {
		request.Header.Set("Authorization", "Bearer "+a.entry.Auth.Token)
	}
	return http.DefaultTransport.RoundTrip(request)
}

func refuseRedirect(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
