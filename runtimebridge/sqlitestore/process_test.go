//go:build unix

package sqlitestore_test

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"strings"
	"sync"
	"testing"

	"github.com/openprogram/openprogram-go/runtimebridge/store"
)

// process is the test binary at work as another process.
type process struct {
	*exec.Cmd
	output *bufio.Scanner
}

func startProcess(t *testing.T, path string, arguments ...string) *process {
	t.Helper()
	p := &process{Cmd: exec.Command(os.Args[0], arguments...)}
	p.Env = append(os.Environ(), pathVariable+"="+path)
	p.Stderr = os.Stderr
	output, err := p.StdoutPipe()
	check(t, err)
	p.output = bufio.NewScanner(output)
	check(t, p.Start())
	t.Cleanup(func() {
		if p.ProcessState == nil {
			_ = p.Process.Kill()
			_ = p.Wait()
		}
	})
	return p
}

// runProcess runs a process to its end and gives its last word.
func runProcess(t *testing.T, path string, arguments ...string) string {
	t.Helper()
	p := startProcess(t, path, arguments...)
	last := ""
	for p.output.Scan() {
		last = p.output.Text()
	}
	check(t, p.Wait())
	return last
}

func integrity(t *testing.T, s interface {
	Export(context.Context, io.Writer, ...string) (int, error)
}, path string) {
	t.Helper()
	db := openRaw(t, path)
	if got := (connection{db}).query(t, "PRAGMA integrity_check"); got != "ok" {
		t.Errorf("integrity_check: %s", got)
	}
	rows, err := db.Query("PRAGMA foreign_key_check")
	check(t, err)
	if rows.Next() {
		t.Error("foreign_key_check found rows without their session")
	}
	check(t, rows.Close())
	check(t, db.Close())
	if _, err := s.Export(t.Context(), io.Discard); err != nil {
		t.Errorf("Export: %v", err)
	}
}

// Five processes make one database together and write to it without ever being
// told that it is busy.
func TestFiveProcessesShareOneDatabase(t *testing.T) {
	const processes, turns = 5, 20
	path := newPath(t)
	var group sync.WaitGroup
	for n := range processes {
		p := startProcess(t, path, "talk", fmt.Sprintf("s%d", n), fmt.Sprint(turns))
		group.Go(func() {
			for p.output.Scan() {
			}
			if err := p.Wait(); err != nil {
				t.Errorf("process %d: %v", n, err)
			}
		})
	}
	group.Wait()
	s := openStore(t, path)
	defer s.Close()
	for n := range processes {
		branch, err := s.Branch(t.Context(), fmt.Sprintf("s%d", n))
		check(t, err)
		if len(branch) != 2*turns {
			t.Errorf("session %d has %d messages, want %d", n, len(branch), 2*turns)
		}
	}
	integrity(t, s, path)
}

// A process is killed at some moment of its work, again and again. What it had
// been told is stored is there, and the session goes on.
func TestKilledProcessesLoseNothing(t *testing.T) {
	path := newPath(t)
	told := map[string]bool{}
	random := rand.New(rand.NewPCG(1, 2))
	for range 12 {
		p := startProcess(t, path, "talk", "s", "1000")
		for wait := random.IntN(40); p.output.Scan(); wait-- {
			told[p.output.Text()] = true
			if wait == 0 {
				check(t, p.Process.Kill())
			}
		}
		_ = p.Wait()
	}
	s := openStore(t, path)
	defer s.Close()
	turn := ask(t, s, "s")
	check(t, s.Finish(t.Context(), turn, store.Ending{Text: "done"}))
	history, err := s.History(t.Context(), "s")
	check(t, err)
	found := map[string]bool{}
	for i, m := range history {
		found[m.ID] = true
		if !store.Paired(m.Steps) {
			t.Errorf("message %d has a call without a result", i)
		}
		if (i%2 == 0) != (m.Role == "user") {
			t.Errorf("message %d is the %s's", i, m.Role)
		}
	}
	for id := range told {
		if !found[id] {
			t.Errorf("message %s was acknowledged and is gone", id)
		}
	}
	if len(told) < 12 {
		t.Errorf("only %d messages were acknowledged", len(told))
	}
	integrity(t, s, path)
}

// An import is there or not, also when it is killed.
func TestKilledImportLeavesNothing(t *testing.T) {
	path := newPath(t)
	s := openStore(t, path)
	defer s.Close()
	talk(t, s, "before")
	p := startProcess(t, path, "import")
	for p.output.Scan() {
		check(t, p.Process.Kill())
	}
	_ = p.Wait()
	sessions, err := s.Sessions(t.Context(), store.Query{})
	check(t, err)
	if len(sessions) != 1 {
		t.Errorf("%d sessions, want the one from before", len(sessions))
	}
	talk(t, s, "after")
	integrity(t, s, path)
}

// manyLines are sessions of one message.
func manyLines(n int) string {
	var b strings.Builder
	for i := range n {
		b.WriteString(strings.Replace(oneLine, `"s"`, fmt.Sprintf(`"s%d"`, i), 1))
	}
	return b.String()
}
