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
)

// Pinned is a program of others, at one exact version.
type Pinned struct {
	Module  string // path@version
	Command string // the package of the program, below its module
}

// The programs of others that the scripts run. They are in no go.mod of ours, so
// that none of them raises a version that a module is built with.
var (
	Apidiff     = Pinned{"golang.org/x/exp@v0.0.0-20261113113407-e3970619a1a4", "cmd/apidiff"}
	Staticcheck = Pinned{"honnef.co/go/tools@v0.8.2", "cmd/staticcheck"}
	Govulncheck = Pinned{"golang.org/x/vuln@v1.9.0", "cmd/govulncheck"}
)

// Name is the name of the program.
func (p Pinned) Name() string { return path.Base(p.Command) }

// Install builds the program into bin and gives its path. It is built in its own
// module with the versions that its go.sum names; go install would ask a proxy
// first, even for what is there.
func (p Pinned) Install(ctx context.Context, bin string) (string, error) {
	variables := append(os.Environ(), "GOWORK=off", "GOFLAGS=-mod=readonly -buildvcs=false", "GOOS=", "GOARCH=", "CGO_ENABLED=0")
	download := exec.CommandContext(ctx, "go", "mod", "download", "-json", p.Module)
	download.Dir, download.Env = bin, variables
	out, failed := download.Output()
	var got Downloaded
	if err := json.Unmarshal(out, &got); err != nil || failed != nil {
		return "", fmt.Errorf("go mod download %s: %v: %s", p.Module, failed, got.Error)
	}
	program := filepath.Join(bin, p.Name())
	build := exec.CommandContext(ctx, "go", "build", "-o", program, "./"+p.Command)
	build.Dir, build.Env = got.Dir, variables
	if out, err := build.CombinedOutput(); err != nil {
		return "", fmt.Errorf("building %s of %s: %v\n%s", p.Command, p.Module, err, strings.TrimSpace(string(out)))
	}
	return program, nil
}
