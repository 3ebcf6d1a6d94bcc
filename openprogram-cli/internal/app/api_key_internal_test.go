//go:build unix

package app

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/openprogram/openprogram-go/openprogram-cli/internal/config"
)

func TestAPIKey(t *testing.T) {
	env := map[string]string{"OPENAI_API_KEY": "by-custom", "MINE": " by-name\n", "EMPTY": ""}
	cases := map[string]struct {
		config config.Provider
		want   string
		err    error
	}{
		"the customary variable":              {config.Provider{Kind: "openai"}, "by-custom", nil},
		"a named variable":                    {config.Provider{Kind: "openai", APIKeyEnv: "MINE"}, "by-name", nil},
		"a named variable that is empty":      {config.Provider{Kind: "openai", APIKeyEnv: "EMPTY", BaseURL: "http://h"}, "", errNoKey},
		"no variable at the usual provider":   {config.Provider{Kind: "anthropic"}, "", errNoKey},
		"no variable at an endpoint nearby":   {config.Provider{Kind: "anthropic", BaseURL: "http://127.0.0.1:8080"}, "", nil},
		"no variable at an endpoint far away": {config.Provider{Kind: "anthropic", BaseURL: "https://models.example/v1"}, "", errNoKey},
		"a variable for an endpoint nearby":   {config.Provider{Kind: "openai", BaseURL: "http://localhost:11434/v1"}, "by-custom", nil},
		"a file that is not there": {
			config.Provider{Kind: "openai", APIKeyFile: "/nowhere/key"}, "", errNoKey,
		},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			got, err := apiKey{config: c.config, getenv: func(n string) string { return env[n] }}.read()
			if got != c.want || !errors.Is(err, c.err) {
				t.Errorf("got %q, %v, want %q, %v", got, err, c.want, c.err)
			}
		})
	}
}

func TestKeyFile(t *testing.T) {
	cases := map[string]struct {
		make func(path string) error
		want string
	}{
		"a private file":       {file("the-key\n", 0o600), "the-key"},
		"a read-only file":     {file("the-key", 0o400), "the-key"},
		"readable by others":   {file("the-key", 0o644), ""},
		"readable by a group":  {file("the-key", 0o640), ""},
		"empty":                {file("\n", 0o600), ""},
		"too large":            {file(strings.Repeat("k", maxKeyFile+1), 0o600), ""},
		"a directory":          {func(path string) error { return os.Mkdir(path, 0o700) }, ""},
		"a FIFO, without wait": {func(path string) error { return syscall.Mkfifo(path, 0o600) }, ""},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "key")
			if err := c.make(path); err != nil {
				t.Fatal(err)
			}
			got, err := apiKey{config: config.Provider{Kind: "openai", APIKeyFile: path}}.read()
			if got != c.want || (err == nil) != (c.want != "") {
				t.Errorf("got %q, %v, want %q", got, err, c.want)
			}
		})
	}
}

func file(text string, mode os.FileMode) func(path string) error {
	return func(path string) error {
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			return err
		}
		return os.Chmod(path, mode)
	}
}

func TestNearby(t *testing.T) {
	for url, want := range map[string]bool{
		"http://localhost:11434/v1": true, "http://LOCALHOST.": true, "http://a.localhost": true,
		"http://127.0.0.1:8080": true, "http://127.8.8.8": true, "http://[::1]:80/v1": true, "http://[::ffff:127.0.0.1]": true,
		"http://192.168.1.5:8000": true, "http://10.0.0.1": true,
		"": false, "https://api.openai.com/v1": false, "http://8.8.8.8": false, "http://localhost.example": false, "://": false,
	} {
		if got := nearby(url); got != want {
			t.Errorf("%q: %v, want %v", url, got, want)
		}
	}
}
