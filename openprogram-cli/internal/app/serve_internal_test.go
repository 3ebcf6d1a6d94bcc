package app

import (
	"errors"
	"testing"
	"time"

	"github.com/openprogram/openprogram-go/openprogram-cli/internal/config"
)

func TestGrace(t *testing.T) {
	for configured, want := range map[time.Duration]time.Duration{5 * time.Second: 5 * time.Second, 0: -1} {
		c := config.Config{MCPServer: config.MCPServer{ShutdownGrace: configured}}
		if got := grace(c); got != want {
			t.Errorf("configured %s: %s, want %s", configured, got, want)
		}
	}
}

func TestSetupErrorTellsOfTheConfigurationOnly(t *testing.T) {
	wrong := &config.Error{Key: "agent.max_steps", Problem: "want an integer"}
	for _, c := range []struct {
		err  error
		want string
	}{
		{wrong, "MCP server setup failed: configuration: agent.max_steps: want an integer"},
		{errors.New("open /home/me/secret: no"), "MCP server setup failed"},
	} {
		if got := setupError(c.err); got.Error() != c.want || !errors.Is(got, ErrSetup) {
			t.Errorf("got %q, want %q", got, c.want)
		}
	}
}
