package acceptance_test

import (
	"bufio"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

// disk is a small file system in memory with nothing on it but the state
// directory of a home. It exists for the programs of that home only.
type disk struct {
	h   *home
	pid int // of the process that keeps it there
}

// onDisk puts the state directory of a new home on a disk of this size. It reports
// false, and says so, where a user may not make one.
func onDisk(t *testing.T, size string) (*home, *disk, bool) {
	t.Helper()
	h := newHome(t)
	if err := os.Mkdir(h.state(), 0o700); err != nil {
		t.Fatal(err)
	}
	keeper := exec.Command("unshare", "-rm", "sh", "-c",
		`mount -t tmpfs -o "size=$1,mode=0700" tmpfs "$2" && echo mounted && exec cat`, "sh", size, h.state())
	keeper.Dir = h.dir
	stdin, err := keeper.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	stdout, err := keeper.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := keeper.Start(); err != nil {
		return notHere(t, err.Error())
	}
	t.Cleanup(func() {
		stdin.Close()
		keeper.Wait()
	})
	if line, err := bufio.NewReader(stdout).ReadString('\n'); err != nil || line != "mounted\n" {
		return notHere(t, fmt.Sprintf("mount: %q, %v", line, err))
	}
	d := &disk{h: h, pid: keeper.Process.Pid}
	h.within = []string{"nsenter", "-t", strconv.Itoa(d.pid), "-U", "-m", "--preserve-credentials", "--wd"}
	return h, d, true
}

// notHere says on the terminal, whatever becomes of the test's log, that nothing
// was tested.
func notHere(t *testing.T, reason string) (*home, *disk, bool) {
	fmt.Fprintf(os.Stderr, "\n%s: NOT TESTED: no file system can be mounted here: %s\n", t.Name(), reason)
	return nil, nil, false
}

// run runs a command where the disk is.
func (d *disk) run(words ...string) {
	d.h.t.Helper()
	words = append(append([]string{}, d.h.within...), words...)
	if out, err := exec.Command(words[0], words[1:]...).CombinedOutput(); err != nil {
		d.h.t.Fatalf("%q: %v\n%s", words, err, out)
	}
}

// remount makes the disk read-only, or writable again.
func (d *disk) remount(how string) {
	d.h.t.Helper()
	d.run("mount", "-o", "remount,"+how, d.h.state())
}

// path is a file on the disk, for the test.
func (d *disk) path(elements ...string) string {
	return filepath.Join(append([]string{"/proc", strconv.Itoa(d.pid), "root", d.h.state()}, elements...)...)
}

// fill leaves this many bytes on the disk.
func (d *disk) fill(left int64) {
	d.h.t.Helper()
	f, err := os.OpenFile(d.path("filler"), os.O_WRONLY|os.O_CREATE|os.O_TRUNC, 0o600)
	if err != nil {
		d.h.t.Fatal(err)
	}
	defer f.Close()
	block := make([]byte, 4096)
	for err == nil {
		_, err = f.Write(block)
	}
	if !strings.Contains(err.Error(), "no space left") {
		d.h.t.Fatal(err)
	}
	info, err := f.Stat()
	if err == nil {
		err = f.Truncate(info.Size() - left)
	}
	if err != nil {
		d.h.t.Fatal(err)
	}
}

// free makes room again.
func (d *disk) free() {
	d.h.t.Helper()
	if err := os.Remove(d.path("filler")); err != nil {
		d.h.t.Fatal(err)
	}
}
