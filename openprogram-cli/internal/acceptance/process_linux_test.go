package acceptance_test

import (
	"bufio"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
	"testing"
)

// TestAServerLeavesNoCoreFile looks at the running server from outside.
func TestAServerLeavesNoCoreFile(t *testing.T) {
	h := ready(t)
	// Core files are often off to begin with; then there is nothing to see.
	c := exec.Command("sh", "-c", `ulimit -c unlimited 2>/dev/null; exec "$1" mcp serve`, "sh", binary)
	c.Env = h.environment(h.withToken())
	stdin, err := c.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	stdout, err := c.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { c.Process.Kill() })
	if _, err := io.WriteString(stdin, initialize); err != nil {
		t.Fatal(err)
	}
	if _, err := bufio.NewReader(stdout).ReadString('\n'); err != nil {
		t.Fatal(err)
	}
	limits, err := os.ReadFile(fmt.Sprintf("/proc/%d/limits", c.Process.Pid))
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(limits)) {
		if strings.HasPrefix(line, "Max core file size") && strings.Fields(line)[4] != "0" {
			t.Errorf("%s", line)
		}
	}
	stdin.Close()
	ends(t, c)
}
