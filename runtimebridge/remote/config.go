package remote

import (
	"encoding/json"
	"errors"
	"net/url"
	"slices"
	"strings"
	"time"
)

// FileName is the name of the configuration file in the state directory.
const FileName = "mcp_servers.json"

// Kind says how a server is reached.
type Kind string

// The kinds of server.
const (
	KindLocal Kind = "local" // a command, over its standard input and output
	KindHTTP  Kind = "http"  // streamable HTTP
)

// DefaultTimeout bounds the start of a server and each call of a tool.
const DefaultTimeout = 30 * time.Second

// ErrConfig reports a configuration file that cannot be read as one.
var ErrConfig = errors.New("remote: mcp_servers.json is not a JSON object with a servers object")

// Server is one entry of the configuration file.
type Server struct {
	Kind           Kind              `json:"type"`
	Command        []string          `json:"command,omitempty"` // local: the program and its arguments
	Env            map[string]string `json:"env,omitempty"`     // local: added to a small fixed environment
	URL            string            `json:"url,omitempty"`     // http
	Headers        map[string]string `json:"headers,omitempty"` // http
	Auth           *Auth             `json:"auth,omitempty"`    // http
	Enabled        *bool             `json:"enabled,omitempty"` // absent means true
	TimeoutSeconds float64           `json:"timeout_seconds,omitempty"`
}

// Auth is how an HTTP server is authenticated to.
type Auth struct {
	Kind  string `json:"kind"`            // none or bearer
	Token string `json:"token,omitempty"` // bearer
}

// IsEnabled reports whether the server is to be used.
func (s Server) IsEnabled() bool { return s.Enabled == nil || *s.Enabled }

// Timeout bounds the start and each call.
func (s Server) Timeout() time.Duration {
	if s.TimeoutSeconds <= 0 {
		return DefaultTimeout
	}
	return time.Duration(s.TimeoutSeconds * float64(time.Second))
}

// Problem says why an entry is not used. Its text is fixed by the kind of fault
// and carries no value.
type Problem struct {
	Name string
	Text string
}

// Config is the configuration file as far as it can be used.
type Config struct {
	Servers  map[string]Server
	Problems []Problem // in the order of the names
}

// Names are the names of the usable entries, sorted.
func (c Config) Names() []string {
	names := make([]string, 0, len(c.Servers))
	for name := range c.Servers {
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}

// Load reads the file. A missing one configures nothing. ErrConfig if it is no
// configuration at all; a single bad entry is a Problem and the others stay.
func Load(path string) (Config, error) {
	d, err := LoadDocument(path)
	if err != nil {
		return Config{}, err
	}
	return d.config(), nil
}

// Parse reads the text of a configuration file; ErrConfig as Load.
func Parse(data []byte) (Config, error) {
	d, err := OpenDocument(data)
	if err != nil {
		return Config{}, err
	}
	return d.config(), nil
}

// config is what the document says, as far as it can be used.
func (d *Document) config() Config {
	out := Config{Servers: map[string]Server{}}
	for _, entry := range d.servers {
		server, fault := parseServer(entry.name, entry.value)
		if fault != "" {
			out.Problems = append(out.Problems, Problem{Name: entry.name, Text: fault})
			continue
		}
		out.Servers[entry.name] = server
	}
	slices.SortFunc(out.Problems, func(a, b Problem) int { return strings.Compare(a.Name, b.Name) })
	return out
}

func parseServer(name string, raw json.RawMessage) (Server, string) {
	var s Server
	if err := json.Unmarshal(raw, &s); err != nil {
		return s, "the entry is not an object of the right types"
	}
	return s, s.fault(name)
}

// EntryError says what is wrong with an entry, in words that hold no value of it.
type EntryError struct{ Problem string }

// Error names the problem.
func (e *EntryError) Error() string { return "remote: " + e.Problem }

// Check gives an *EntryError when an entry cannot be used, or nil.
func (s Server) Check(name string) error {
	if fault := s.fault(name); fault != "" {
		return &EntryError{Problem: fault}
	}
	return nil
}

func (s Server) fault(name string) string {
	switch {
	case strings.TrimSpace(name) == "":
		return "the name is blank"
	case s.TimeoutSeconds < 0 || s.TimeoutSeconds > 3600:
		return "timeout_seconds must be between 0 and 3600"
	}
	switch s.Kind {
	case KindLocal:
		if len(s.Command) == 0 || strings.TrimSpace(s.Command[0]) == "" {
			return "a local server needs a command"
		}
		for key := range s.Env {
			if key == "" || strings.ContainsAny(key, "=\x00") {
				return "a name in env is not the name of a variable"
			}
		}
	case KindHTTP:
		u, err := url.Parse(s.URL)
		if err != nil || u.Host == "" || (u.Scheme != "http" && u.Scheme != "https") || u.User != nil {
			return "an http server needs an http or https url without a user"
		}
		if s.Auth != nil && s.Auth.Kind != "none" && (s.Auth.Kind != "bearer" || s.Auth.Token == "") {
			return "auth.kind must be none, or bearer with a token"
		}
	default:
		return `type must be "local" or "http"`
	}
	return ""
}
