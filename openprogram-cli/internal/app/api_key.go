package app

import (
	"errors"
	"io"
	"net/netip"
	"net/url"
	"os"
	"strings"

	"github.com/openprogram/openprogram-go/openprogram-cli/internal/config"
)

// errNoKey is every reason why a provider's key is missing.
var errNoKey = errors.New("app: no provider key")

// maxKeyFile bounds a key file. Keys are some hundred bytes long.
const maxKeyFile = 4096

// customaryVariable is the variable that everybody uses for a provider.
var customaryVariable = map[string]string{
	"openai":    "OPENAI_API_KEY",
	"anthropic": "ANTHROPIC_API_KEY",
}

// apiKey finds a provider's key.
type apiKey struct {
	config config.Provider
	getenv func(string) string
}

// read gives the key, at each request anew, so that a key file can be replaced
// while a server runs. What the configuration names must be there: there is no
// falling back from a file to a variable. Where it names nothing, an endpoint on
// this machine or this network needs no key: then it is "".
func (k apiKey) read() (string, error) {
	if k.config.APIKeyFile != "" {
		return readKeyFile(k.config.APIKeyFile)
	}
	key := strings.TrimSpace(k.getenv(k.variable()))
	if key == "" && (k.config.APIKeyEnv != "" || !nearby(k.config.BaseURL)) {
		return "", errNoKey
	}
	return key, nil
}

// KeySource says in words where a provider's key is looked for, also when it is
// not there, which is the error. "" for an endpoint that needs none.
func KeySource(c config.Provider, getenv func(string) string) (string, error) {
	k := apiKey{config: c, getenv: getenv}
	key, err := k.read()
	switch {
	case c.APIKeyFile != "" && err != nil:
		return c.APIKeyFile + " is not a file of yours with a key in it and mode 0600", err
	case c.APIKeyFile != "":
		return "the key is in " + c.APIKeyFile, nil
	case err != nil:
		return "the variable " + k.variable() + " is not set", err
	case key == "":
		return "", nil
	}
	return "the key is in the variable " + k.variable(), nil
}

// variable is the one that may hold the key.
func (k apiKey) variable() string {
	if k.config.APIKeyEnv != "" {
		return k.config.APIKeyEnv
	}
	return customaryVariable[k.config.Kind]
}

// nearby reports whether an endpoint is on this machine or in a private network,
// where Ollama and its kin listen.
func nearby(baseURL string) bool {
	u, err := url.Parse(baseURL)
	if err != nil {
		return false
	}
	host := strings.ToLower(strings.TrimSuffix(u.Hostname(), "."))
	if host == "localhost" || strings.HasSuffix(host, ".localhost") {
		return true
	}
	address, err := netip.ParseAddr(host)
	return err == nil && (address.Unmap().IsLoopback() || address.Unmap().IsPrivate())
}

// readKeyFile reads a regular file that only its owner can read. A line end
// after the key is no part of it.
func readKeyFile(path string) (string, error) {
	f, err := openPrivate(path)
	if err != nil {
		return "", errNoKey
	}
	defer f.Close()
	data, err := io.ReadAll(io.LimitReader(f, maxKeyFile+1))
	key := strings.TrimSpace(string(data))
	if err != nil || len(data) > maxKeyFile || key == "" {
		return "", errNoKey
	}
	return key, nil
}

var errNotPrivate = errors.New("app: file is not private")

func checkPrivate(f *os.File) error {
	info, err := f.Stat()
	if err != nil {
		return err
	}
	if !info.Mode().IsRegular() || info.Mode().Perm()&0o077 != 0 || !ownedByUs(info) {
		return errNotPrivate
	}
	return nil
}
