//go:build unix

package acceptance_test

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	// The program under test is built by the tests, out of sight of the go
	// command. This makes it a part of the test, so that a change of it is
	// never answered with a cached result.
	_ "github.com/openprogram/openprogram-go/openprogram-cli/internal/cli"
)

// patience bounds every wait for something that must happen. It is no
// measurement: a machine under load gets the time it needs.
const patience = 30 * time.Second

// binary is the program under test.
var binary string

func TestMain(m *testing.M) { os.Exit(run(m)) }

func run(m *testing.M) int {
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
