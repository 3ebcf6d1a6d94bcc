package remote

import (
	"context"
	"maps"
	"net/http"
	"os"
	"os/exec"
	"slices"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// endGrace is how long a local server has to end after its input was closed.
const endGrace = 2 * time.Second

// keptVariables are all that a local server inherits of the environment. Secrets
// of this program are not among them; what a server needs stands in its entry.
var keptVariables = []string{"PATH", "HOME", "USER", "LOGNAME", "SHELL", "LANG", "LC_ALL", "TMPDIR", "TZ", "SYSTEMROOT"}

func dialer(entry Server, version string) dial {
	return func(ctx context.Context) (*mcp.ClientSession, error) {
		client := mcp.NewClient(&mcp.Implementation{Name: "openprogram", Version: version}, &mcp.ClientOptions{
			Capabilities: &mcp.ClientCapabilities{},
		})
		return client.Connect(ctx, transport(entry), nil)
	}
}

func transport(entry Server) mcp.Transport {
	if entry.Kind == KindHTTP {
		return &mcp.StreamableClientTransport{
			Endpoint:             entry.URL,
			HTTPClient:           &http.Client{Transport: authorized{entry: entry}, CheckRedirect: refuseRedirect},
			DisableStandaloneSSE: true,
		}
	}
	command := exec.Command(entry.Command[0], entry.Command[1:]...)
	command.Env = environment(entry.Env)
	ownGroup(command)
	return &mcp.CommandTransport{Command: command, TerminateDuration: endGrace}
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
