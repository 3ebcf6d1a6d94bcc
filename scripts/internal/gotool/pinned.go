package gotool

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"strings"
	"time"

	"golang.org/x/mod/module"
)

// Pinned is a program of others, at one exact version.
type Pinned struct {
	Module  string // path@version
	Command string // the package of the program, below its module; "." is the module's own
}

// The programs of others that the scripts run. They are in no go.mod of ours, so
// that none of them raises a version that a module is built with.
var (
	Apidiff     = Pinned{"golang.org/x/exp@v0.0.0-20261113113407-e3970619a1a4", "cmd/apidiff"}
	Staticcheck = Pinned{"honnef.co/go/tools@v0.8.2", "cmd/staticcheck"}
	Govulncheck = Pinned{"golang.org/x/vuln@v1.9.0", "cmd/govulncheck"}
	Actionlint  = Pinned{"github.com/rhysd/actionlint@v1.7.12", "cmd/actionlint"}
	Goreleaser  = Pinned{"github.com/goreleaser/goreleaser/v2@v2.15.1", "."}
)

// Name is the name of the program.
func (p Pinned) Name() string {
	if p.Command != "." {
		return path.Base(p.Command)
	}
	at, _, _ := strings.Cut(p.Module, "@")
	prefix, _, _ := module.SplitPathVersion(at)
	return path.Base(prefix)
}

// Install builds the program into bin and gives its path. It is built in its own
// module with the versions that its go.sum names; go install would ask a proxy
// first, even for what is there. When the context ends, what was compiled until then
// is kept by the go command for the next time.
func (p Pinned) Install(ctx context.Context, bin string) (string, error) {
	dir, err := Fetch(ctx, p.Module)
	if err != nil {
		return "", err
	}
	program := filepath.Join(bin, p.Name())
	build := exec.CommandContext(ctx, "go", "build", "-o", program, "./"+p.Command)
	build.Dir, build.Env = dir, outside()
	build.Cancel = func() error { return build.Process.Signal(os.Interrupt) }
	build.WaitDelay = 10 * time.Second
	if out, err := build.CombinedOutput(); err != nil {
		return "", fmt.Errorf("building %s of %s: %v\n%s", p.Command, p.Module, err, strings.TrimSpace(string(out)))
	}
	return program, nil
}

// Fetch has the go command fetch a module of others, path@version, and gives the
// directory with its files, which nobody may change.
func Fetch(ctx context.Context, version string) (dir string, err error) {
	download := exec.CommandContext(ctx, "go", "mod", "download", "-json", version)
	download.Dir, download.Env = os.TempDir(), outside()
	out, failed := download.Output()
	var got Downloaded
	if err := json.Unmarshal(out, &got); err != nil || failed != nil {
		return "", fmt.Errorf("go mod download %s: %v: %s", version, failed, got.Error)
	}
	return got.Dir, nil
}

// outside is an environment in which programs of others are built for this machine,
// whatever is set around it.
func outside() []string {
	return append(os.Environ(), "GOWORK=off", "GOFLAGS=-mod=readonly -buildvcs=false", "GOOS=", "GOARCH=", "CGO_ENABLED=0")
}
