package memory_test

import (
	"bufio"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/openprogram/openprogram-go/runtimebridge/memory"
)

// otherProcess names the variable that makes a test binary the second process,
// with the state directory as its value.
const otherProcess = "MEMORY_TEST_STATE"

// runOther answers searches read from stdin, a line each, with the number of
// passages, or adds to a note a number of times.
func runOther(dir string, args []string) int {
	w := memory.Open(options(dir, nil))
	defer w.Close()
	if len(args) > 0 {
		return addMany(w, args[0])
	}
	for lines := bufio.NewScanner(os.Stdin); lines.Scan(); {
		passages, err := w.Search(background, lines.Text(), 20, "")
		if err != nil {
			fmt.Println(err)
			return 1
		}
		fmt.Println(len(passages))
	}
	return 0
}

// additions is how often each of two processes adds.
const additions = 15

func addMany(w *memory.Workspace, name string) int {
	for n := 0; n < additions; {
		status, err := w.Status(background)
		if err != nil {
			fmt.Println(err)
			return 1
		}
		_, err = w.Update(background, memory.Update{
			BaseRevision: status.Revision, Grant: owner(),
			Changes: []memory.Change{{Path: "shared.md", Text: name + strconv.Itoa(n)}},
		})
		switch err {
		case nil:
			n++
		case memory.ErrConflict:
		default:
			fmt.Println(err)
			return 1
		}
	}
	return 0
}

// other is a second process that answers searches.
type other struct {
	t       *testing.T
	in      io.WriteCloser
	answers *bufio.Scanner
}

func startOther(t *testing.T, dir string, args ...string) (*exec.Cmd, other) {
	t.Helper()
	command := exec.Command(os.Args[0], args...)
	command.Env = append(os.Environ(), otherProcess+"="+dir)
	in, err := command.StdinPipe()
	must(t, err)
	out, err := command.StdoutPipe()
	must(t, err)
	must(t, command.Start())
	return command, other{t, in, bufio.NewScanner(out)}
}

func (o other) search(query string) string {
	o.t.Helper()
	_, err := fmt.Fprintln(o.in, query)
	must(o.t, err)
	if !o.answers.Scan() {
		o.t.Fatal("the other process gives no answer")
	}
	return o.answers.Text()
}

func TestTwoProcessesSeeEveryChange(t *testing.T) {
	s := newState(t)
	s.put("a.md", "crane")
	command, second := startOther(t, s.dir)
	for i := range 20 {
		word := fmt.Sprintf("word%d", i)
		s.put("a.md", word)
		if i%5 == 4 { // behind the back of both
			must(t, os.Remove(filepath.Join(s.dir, "memory_index.db")))
		}
		if i%2 == 0 {
			if found := s.find(word); len(found) != 1 {
				t.Errorf("round %d: the first process finds %q", i, found)
			}
		}
		if got := second.search(word); got != "1" {
			t.Errorf("round %d: the second process finds %s", i, got)
		}
		if got := second.search(fmt.Sprintf("word%d", i-1)); got != "0" {
			t.Errorf("round %d: the second process finds what is gone", i)
		}
	}
	must(t, second.in.Close())
	must(t, command.Wait())
}

// No addition is lost when two processes add to one note.
func TestTwoProcessesAdd(t *testing.T) {
	s := newState(t)
	command, second := startOther(t, s.dir, "other")
	if code := addMany(s.Workspace, "this"); code != 0 {
		t.Error("this process failed")
	}
	if second.answers.Scan() {
		t.Errorf("the other process says %s", second.answers.Text())
	}
	must(t, command.Wait())
	added := strings.Fields(s.note("shared.md"))
	if len(added) != 2*additions {
		t.Errorf("%d additions, want %d: %q", len(added), 2*additions, added)
	}
}
