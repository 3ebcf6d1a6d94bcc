package config

import (
	"time"

	"github.com/openprogram/openprogram-go/authority"
)

// Config is the whole configuration, defaults filled in and paths resolved.
type Config struct {
	MCPServer MCPServer `mapstructure:"mcp_server"`
	Tools     Tools     `mapstructure:"tools"`
	Provider  Provider  `mapstructure:"provider"`
	Agent     Agent     `mapstructure:"agent"`
	Memory    Memory    `mapstructure:"memory"`
}

// MCPServer configures openprogram mcp serve.
type MCPServer struct {
	ExposedTools  []string      `mapstructure:"exposed_tools"` // as configured, duplicates included
	ShutdownGrace time.Duration `mapstructure:"shutdown_grace"`
	ToolTimeout   time.Duration `mapstructure:"tool_timeout"`
	TurnTimeout   time.Duration `mapstructure:"turn_timeout"`
}

// Tools configures the gate of the Runtime tools.
type Tools struct {
	PermissionRules PermissionRules `mapstructure:"permission_rules"`
}

// PermissionRules are the rules as written; every one of them parses.
type PermissionRules struct {
	Allow []string `mapstructure:"allow"`
	Ask   []string `mapstructure:"ask"`
	Deny  []string `mapstructure:"deny"`
}

// Parsed gives the rules as the policy takes them.
func (r PermissionRules) Parsed() (authority.Rules, error) {
	return authority.ParseRules(r.Allow, r.Ask, r.Deny)
}

// Provider configures who answers prompts.
type Provider struct {
	Kind       string `mapstructure:"kind"`
	Model      string `mapstructure:"model"`
	BaseURL    string `mapstructure:"base_url"`     // empty: the provider's own
	APIKeyEnv  string `mapstructure:"api_key_env"`  // empty: the provider's customary one
	APIKeyFile string `mapstructure:"api_key_file"` // absolute, or empty
}

// Agent configures turns.
type Agent struct {
	MaxSteps int    `mapstructure:"max_steps"`
	WorkDir  string `mapstructure:"workdir"` // absolute, or empty for the default rule
}

// Memory configures the memory workspace.
type Memory struct {
	Dir string `mapstructure:"dir"` // absolute
}

// resolve fills in what depends on where the file is.
func (c *Config) resolve(f File) error {
	if c.Memory.Dir == "" {
		c.Memory.Dir = f.sibling("memory")
	}
	for key, path := range map[string]*string{
		"memory.dir":            &c.Memory.Dir,
		"agent.workdir":         &c.Agent.WorkDir,
		"provider.api_key_file": &c.Provider.APIKeyFile,
	} {
		absolute, ok := f.expand(*path)
		if !ok {
			return &Error{Key: key, Problem: "~/ needs a home directory, and none is known"}
		}
		*path = absolute
	}
	return nil
}
