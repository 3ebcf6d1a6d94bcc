package gotool

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// Programs of others that the scripts run, each at one exact version. They are
// in no go.mod, so that none of them raises a version that a module is built with.
const (
	Apidiff     = "golang.org/x/exp/cmd/apidiff@v0.0.0-20261113113407-e3970619a1a4"
	Staticcheck = "honnef.co/go/tools/cmd/staticcheck@v0.8.2"
	Govulncheck = "golang.org/x/vuln/cmd/govulncheck@v1.9.0"
)

// InstallPinned installs one of these into bin and gives the path of the binary.
func InstallPinned(ctx context.Context, bin, pinned string) (string, error) {
	command := exec.CommandContext(ctx, "go", "install", pinned)
	command.Dir = bin
	command.Env = append(os.Environ(), "GOWORK=off", "GOBIN="+bin, "GOFLAGS=", "GOOS=", "GOARCH=", "CGO_ENABLED=0")
	if out, err := command.CombinedOutput(); err != nil {
		return "", fmt.Errorf("go install %s: %v\n%s", pinned, err, strings.TrimSpace(string(out)))
	}
	path, _, _ := strings.Cut(pinned, "@")
	return filepath.Join(bin, filepath.Base(path)), nil
}
