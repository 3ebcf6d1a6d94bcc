// Command interoperate is behind scripts/interop: it lets MCP clients of other
// languages use the real server. What a registry does not serve is skipped, with
// the reason.
package main

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"
)

// The versions of the clients.
const (
	pythonSDK     = "mcp==1.29.0"
	typescriptSDK = "@modelcontextprotocol/sdk@1.32.2"
	inspector     = "@modelcontextprotocol/inspector@0.15.0"
)

// limit bounds everything, installs included.
const limit = 8 * time.Minute

func main() {
	ctx, cancel := context.WithTimeout(context.Background(), limit)
	defer cancel()
	failed, err := run(ctx)
	if err != nil {
		fmt.Fprintln(os.Stderr, "Error:", err)
		os.Exit(1)
	}
	if failed > 0 {
		os.Exit(1)
	}
}

func run(ctx context.Context) (failed int, err error) {
	s, err := newStage(ctx)
	if err != nil {
		return 0, err
	}
	defer s.close()
	passed, skipped := 0, 0
	for _, c := range []struct {
		name    string
		install func(context.Context) error
		use     func(context.Context) error
	}{
		{"Python SDK " + pythonSDK, s.installPython, s.usePython},
		{"TypeScript SDK " + typescriptSDK, s.installTypeScript, s.useTypeScript},
		{"MCP Inspector " + inspector, s.installInspector, s.useInspector},
	} {
		if err := c.install(ctx); err != nil {
			skipped++
			fmt.Printf("SKIP %s: it cannot be installed here: %v\n", c.name, err)
			continue
		}
		if err := c.use(ctx); err != nil {
			failed++
			fmt.Printf("FAIL %s: %v\n", c.name, err)
			continue
		}
		passed++
		fmt.Printf("ok   %s\n", c.name)
	}
	fmt.Printf("%d passed, %d failed, %d skipped\n", passed, failed, skipped)
	return failed, nil
}

func (s *stage) installPython(ctx context.Context) error {
	if err := s.install(ctx, "python3", "-m", "venv", s.path("venv")); err != nil {
		return err
	}
	return s.install(ctx, s.path("venv", "bin", "pip"), "install", "--quiet", "--disable-pip-version-check", pythonSDK)
}

func (s *stage) usePython(ctx context.Context) error {
	return s.command(ctx, s.path("venv", "bin", "python"), s.client("python_client.py"), s.program)
}

func (s *stage) installTypeScript(ctx context.Context) error {
	return s.install(ctx, "npm", "install", "--silent", "--no-audit", "--no-fund", "--prefix", s.dir, typescriptSDK)
}

// useTypeScript runs a copy: Node looks for packages beside the file.
func (s *stage) useTypeScript(ctx context.Context) error {
	text, err := os.ReadFile(s.client("typescript_client.mjs"))
	if err != nil {
		return err
	}
	if err := os.WriteFile(s.path("client.mjs"), text, 0o600); err != nil {
		return err
	}
	return s.command(ctx, "node", s.path("client.mjs"), s.program)
}

func (s *stage) client(name string) string {
	return filepath.Join(s.root, "scripts", "interoperate", "clients", name)
}

// install runs a package manager, which finds its settings in the user's home.
func (s *stage) install(ctx context.Context, name string, args ...string) error {
	_, err := s.run(ctx, nil, name, args...)
	return err
}

func (s *stage) command(ctx context.Context, name string, args ...string) error {
	_, err := s.output(ctx, name, args...)
	return err
}

// output runs a command in the stage's own home.
func (s *stage) output(ctx context.Context, name string, args ...string) (string, error) {
	return s.run(ctx, s.environ, name, args...)
}

// run gives what a command printed. Its error is the last line of that.
func (s *stage) run(ctx context.Context, environ []string, name string, args ...string) (string, error) {
	command := exec.CommandContext(ctx, name, args...)
	command.Env = append(os.Environ(), environ...)
	command.Dir = s.dir
	command.WaitDelay = 5 * time.Second
	out, err := command.CombinedOutput()
	if err != nil {
		lines := strings.Split(strings.TrimSpace(string(out)), "\n")
		return "", fmt.Errorf("%w: %.300s", err, lines[len(lines)-1])
	}
	return string(out), nil
}
