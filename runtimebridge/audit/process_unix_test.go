//go:build darwin || dragonfly || freebsd || linux || netbsd || openbsd

package audit_test

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"

	"github.com/openprogram/openprogram-go/runtimebridge"
	"github.com/openprogram/openprogram-go/runtimebridge/audit"
)

func TestProcessesTogether(t *testing.T) {
	for _, role := range []string{"append", "rotate"} {
		dir := filepath.Join(t.TempDir(), "audit")
		var wait sync.WaitGroup
		for range 4 {
			cmd := child(t, role, dir)
			wait.Go(func() {
				if err := cmd.Run(); err != nil {
					t.Error(err)
				}
			})
		}
		wait.Wait()
		intact(t, dir, 4*150)
	}
}

// Whenever a process is killed, every record that it was told of is there.
func TestKilledProcessesLoseNothing(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "audit")
	acknowledged := map[string]bool{}
	for round := range 8 {
		var cmds []*exec.Cmd
		for range 2 {
			cmd := child(t, "forever", dir)
			out, err := cmd.StdoutPipe()
			must(t, err)
			must(t, cmd.Start())
			cmds = append(cmds, cmd)
			told := bufio.NewScanner(out)
			for n := 0; n < 20+7*round && told.Scan(); n++ {
				acknowledged[told.Text()] = true
			}
			t.Cleanup(func() { out.Close() })
		}
		for _, cmd := range cmds {
			must(t, cmd.Process.Signal(syscall.SIGKILL))
			if err := cmd.Wait(); err == nil {
				t.Fatal("the process was not killed")
			}
		}
		if report := verify(t, dir); !report.Intact() {
			t.Fatalf("after the kill: %v", report.Problem)
		}
	}
	log := openLog(t, dir, audit.Options{})
	must(t, log.Ready(t.Context()))
	records, err := collect(t, log, audit.Filter{})
	must(t, err)
	intact(t, dir, uint64(len(records)))
	for _, r := range records {
		delete(acknowledged, r.Payload["id"].(string))
	}
	if len(acknowledged) > 0 {
		t.Errorf("%d acknowledged records are lost: %v", len(acknowledged), acknowledged)
	}
}

// fullAt is how large a file may become in appendUntilFull, in bytes.
const fullAt = 2000

// appendUntilFull works under a limit on the size of files, which acts like a
// full disk: the last write is cut short. It tells how many records it could
// append, then tries once more with a short and with a long record.
func appendUntilFull(dir string) {
	signal.Ignore(syscall.SIGXFSZ)
	limit := syscall.Rlimit{Cur: fullAt, Max: fullAt}
	if err := syscall.Setrlimit(syscall.RLIMIT_FSIZE, &limit); err != nil {
		fail(err)
	}
	log, err := audit.Open(dir, audit.Options{})
	if err != nil {
		fail(err)
	}
	n := 0
	for ; ; n++ {
		if log.Append(context.Background(), runtimebridge.AuditToolAllowed, "mcp/child", map[string]any{"n": n}) != nil {
			break
		}
	}
	for range 3 {
		if log.Append(context.Background(), runtimebridge.AuditToolAllowed, strings.Repeat("x", 200), nil) == nil {
			fail(fmt.Errorf("a record found room on a full disk"))
		}
	}
	fmt.Println(n)
}

func TestFullDisk(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "audit")
	out, err := child(t, "full", dir).Output()
	must(t, err)
	var n uint64
	_, err = fmt.Fscan(bytes.NewReader(out), &n)
	must(t, err)
	if n < 3 {
		t.Fatalf("only %d records found room", n)
	}
	intact(t, dir, n)
	if size := len(read(t, current(dir))); size > fullAt || size < fullAt-500 {
		t.Errorf("the log has %d bytes", size)
	}
	add(t, openLog(t, dir, audit.Options{}), 2) // there is room again
	intact(t, dir, n+2)
}

// A log that is held open by one process goes on with what others added.
func TestProcessesTakeTurns(t *testing.T) {
	log, dir := newLog(t, audit.Options{FileSize: 2000})
	for i := range 3 {
		add(t, log, 1)
		must(t, child(t, "rotate", dir).Run())
		intact(t, dir, uint64(i+1)*151)
	}
}
