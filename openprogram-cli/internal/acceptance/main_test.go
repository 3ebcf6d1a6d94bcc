//go:build unix

package acceptance_test

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	"github.com/openprogram/openprogram-go/openprogram-cli/internal/cli"
)

// patience bounds every wait for something that must happen. It is no
// measurement: a machine under load gets the time it needs.
const patience = 30 * time.Second

// binary is the program under test.
var binary string

// program is what is built into binary, out of sight of the go command. It is
// used below so that it is linked into the tests as well: then a change of the
// program is never answered with a cached result.
var program = cli.Main

func TestMain(m *testing.M) {
	if role := os.Getenv(roleVariable); role != "" {
		os.Exit(play(role))
	}
	os.Exit(run(m))
}

func run(m *testing.M) int {
	if program == nil {
		return 1
	}
	dir, err := os.MkdirTemp("", "openprogram-acceptance-")
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	defer os.RemoveAll(dir)
	binary = filepath.Join(dir, "openprogram")
	build := exec.Command("go", "build", "-o", binary, "../../cmd/openprogram")
	if out, err := build.CombinedOutput(); err != nil {
		fmt.Fprintf(os.Stderr, "building: %v\n%s", err, out)
		return 1
	}
	return m.Run()
}
