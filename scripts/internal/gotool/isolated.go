package gotool

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"github.com/openprogram/openprogram-go/scripts/internal/modproxy"
)

// Isolated is a go command outside the workspace.
type Isolated struct {
	environment []string
}

// Options say where an isolated go command finds modules.
type Options struct {
	// Cache is its module cache, a directory that the caller removes.
	Cache string
	// Proxies are asked first, and alone for modules of this repository.
	Proxies []string
	// Direct lets modules of this repository come from their tags in a clone
	// instead: the directory of that clone. The git configuration that
	// redirects the fetch is written beside Cache.
	Direct string
}

// Isolate prepares an isolated go command. What others publish comes from the
// module cache of this machine where it is there, and is fetched otherwise.
//
// The checksum database is not asked, because nothing may come in that is not
// in a go.sum already: that is what readonly means. Paths are trimmed, so that
// what was built once is found again from the next throw-away cache.
func Isolate(ctx context.Context, o Options) (*Isolated, error) {
	out, err := exec.CommandContext(ctx, "go", "env", "GOMODCACHE", "GOPROXY").Output()
	if err != nil {
		return nil, fmt.Errorf("go env: %w", err)
	}
	shared, upstream, _ := strings.Cut(strings.TrimSpace(string(out)), "\n")
	downloaded := modproxy.DirectoryURL(filepath.Join(shared, "cache", "download"))
	proxies := append(append([]string{}, o.Proxies...), downloaded, strings.TrimSpace(upstream))
	environment := append(os.Environ(),
		"GOWORK=off",
		"GOFLAGS=-mod=readonly -trimpath -modcacherw -buildvcs=false",
		"GOPROXY="+strings.Join(proxies, ","),
		"GOSUMDB=off", "GONOPROXY=none", "GOPRIVATE=",
		"GOMODCACHE="+o.Cache,
		"CGO_ENABLED=0",
	)
	if o.Direct != "" {
		more, err := direct(o)
		if err != nil {
			return nil, err
		}
		environment = append(environment, more...)
	}
	return &Isolated{environment: environment}, nil
}

// Run runs the go command in a directory and gives all that it prints.
func (i *Isolated) Run(ctx context.Context, dir string, arguments ...string) (string, error) {
	command := i.Command(ctx, dir, "go", arguments...)
	out, err := command.CombinedOutput()
	if err != nil {
		return "", failure(arguments, out, err)
	}
	return string(out), nil
}

// Output is Run for what is read by a program: it gives standard output alone.
func (i *Isolated) Output(ctx context.Context, dir string, arguments ...string) (string, error) {
	out, err := i.Command(ctx, dir, "go", arguments...).Output()
	var exit *exec.ExitError
	if errors.As(err, &exit) {
		return "", failure(arguments, exit.Stderr, err)
	}
	return string(out), err
}

// Command prepares another program with the same environment. Variables may be
// added to its Env.
func (i *Isolated) Command(ctx context.Context, dir, name string, arguments ...string) *exec.Cmd {
	command := exec.CommandContext(ctx, name, arguments...)
	command.Dir = dir
	command.Env = append([]string{}, i.environment...)
	return command
}

// shown is how many lines of a failed command are kept.
const shown = 40

func failure(arguments []string, out []byte, err error) error {
	var lines []string
	for line := range strings.Lines(string(out)) {
		if !strings.HasPrefix(line, "go: downloading ") {
			lines = append(lines, strings.TrimRight(line, "\r\n"))
		}
	}
	if more := len(lines) - shown; more > 0 {
		lines = append(lines[:shown], fmt.Sprintf("(%d more lines)", more))
	}
	return fmt.Errorf("go %s: %v\n%s", strings.Join(arguments, " "), err, strings.Join(lines, "\n"))
}
