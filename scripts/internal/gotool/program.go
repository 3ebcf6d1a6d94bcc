package gotool

import (
	"context"
	"fmt"
	"os/exec"
	"strings"

	"github.com/openprogram/openprogram-go/scripts/internal/workspace"
)

// Program is the name of the module that has the program.
const Program = "openprogram-cli"

// InstallProgram installs the program into bin, as the README tells everybody to
// do first, and asks it which version it is.
func (i *Isolated) InstallProgram(ctx context.Context, bin, version string) error {
	binary, err := i.Install(ctx, bin, workspace.Base+Program+"/cmd/openprogram", version)
	if err != nil {
		return err
	}
	out, err := exec.CommandContext(ctx, binary, "version").CombinedOutput()
	if err != nil {
		return fmt.Errorf("openprogram version: %v\n%s", err, out)
	}
	if want := "openprogram " + version + "\n"; !strings.HasPrefix(string(out), want) {
		return fmt.Errorf("openprogram version says %q, not %q", out, want)
	}
	return nil
}
