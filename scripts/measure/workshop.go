package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
)

// workshop is a throw-away directory with both binaries and a state directory.
type workshop struct {
	dir     string
	product string // the stripped binary
	floor   string
	rows    string // reads a session in a loop
	token   string
	quick   bool
}

func newWorkshop(quick bool) (*workshop, error) {
	dir, err := os.MkdirTemp("", "openprogram-bench-")
	if err != nil {
		return nil, err
	}
	w := &workshop{dir: dir, product: filepath.Join(dir, "openprogram"), floor: filepath.Join(dir, "floor"), rows: filepath.Join(dir, "rows"), quick: quick}
	if err := w.prepare(); err != nil {
		w.close()
		return nil, err
	}
	return w, nil
}

func (w *workshop) prepare() error {
	for out, source := range map[string]string{w.product: "./openprogram-cli/cmd/openprogram", w.floor: "./scripts/measure/floor", w.rows: "./scripts/measure/rows"} {
		build := exec.Command("go", "build", "-trimpath", "-ldflags", "-s -w", "-o", out, source)
		build.Env = append(os.Environ(), "CGO_ENABLED=0")
		if text, err := build.CombinedOutput(); err != nil {
			return fmt.Errorf("build %s: %w\n%s", source, err, text)
		}
	}
	return w.prepareState()
}

// another is a workshop with the same binaries and a state directory of its own.
func (w *workshop) another(name string) (*workshop, error) {
	next := *w
	next.dir = filepath.Join(w.dir, name)
	return &next, next.prepareState()
}

func (w *workshop) prepareState() error {
	token, err := w.cli("mcp", "token", "create")
	if err != nil {
		return err
	}
	w.token = strings.TrimSpace(token)
	if err := os.MkdirAll(filepath.Join(w.state(), "memory"), 0o700); err != nil {
		return err
	}
	note := []byte("# Harbour\n\n## Decisions\n\nThe crane stays.\n")
	if err := os.WriteFile(filepath.Join(w.state(), "memory", "harbour.md"), note, 0o600); err != nil {
		return err
	}
	_, err = w.cli("config", "set", "mcp_server.exposed_tools", `["memory_status","memory_get","memory_search"]`)
	return err
}

func (w *workshop) close() { _ = os.RemoveAll(w.dir) }

func (w *workshop) state() string { return filepath.Join(w.dir, "state") }

// environ is what both servers get.
func (w *workshop) environ() []string {
	env := []string{"HOME=" + w.dir, "OPENPROGRAM_STATE_DIR=" + w.state(), "OPENPROGRAM_MCP_TOKEN=" + w.token, "BENCH_KEY=k"}
	for _, name := range []string{"PATH", "TMPDIR"} {
		if value, ok := os.LookupEnv(name); ok {
			env = append(env, name+"="+value)
		}
	}
	return env
}

// cli runs a command of the owner's.
func (w *workshop) cli(args ...string) (string, error) {
	command := exec.Command(w.product, args...)
	command.Env = w.environ()
	out, err := command.Output()
	if err != nil {
		return "", fmt.Errorf("openprogram %s: %w", strings.Join(args, " "), err)
	}
	return string(out), nil
}

func (w *workshop) machine() string {
	return fmt.Sprintf("%s %s/%s, %d processors; medians of runs in turn with the floor's", runtime.Version(), runtime.GOOS, runtime.GOARCH, runtime.NumCPU())
}

// size gives the first in a quick run and the second in a whole one.
func (w *workshop) size(quick, whole int) int {
	if w.quick {
		return quick
	}
	return whole
}

// profile makes a CPU profile of pipelined calls with the server in a test
// process, since the product itself has no switch for it.
func (w *workshop) profile(path string) error {
	absolute, err := filepath.Abs(path)
	if err != nil {
		return err
	}
	test := exec.Command("go", "test", "-run", "^$", "-bench", "Pipelined", "-benchtime", "5s", "-cpuprofile", absolute,
		"-o", filepath.Join(w.dir, "mcpserver.test"), "./mcpserver")
	test.Stdout, test.Stderr = os.Stdout, os.Stderr
	return test.Run()
}
