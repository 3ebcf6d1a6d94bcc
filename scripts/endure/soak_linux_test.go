package main

import (
	"io"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"
)

// programs stand for the product, with what is wrong with each. They are shell
// scripts that get its arguments.
var programs = map[string]struct {
	script string
	want   verdict
}{
	"ends by itself":           {`[ $1 = mcp ] && read line`, crash},
	"ends badly":               {`[ $1 = mcp ] && cat >/dev/null && exit 3; exit 0`, crash},
	"says that it has crashed": {`[ $1 = mcp ] && cat >/dev/null && echo "goroutine 1" >&2; exit 0`, crash},
	"answers nothing":          {`[ $1 = mcp ] && cat >/dev/null; exit 0`, lostAnswer},
	"does not end":             {`[ $1 = mcp ] && exec sleep 30; exit 0`, lateEnd},
	"leaves a process behind":  {`[ $1 = mcp ] && { sleep 30 >/dev/null 2>&1 & echo $! >> "$HOME/pids"; cat >/dev/null; }; exit 0`, leftBehind},
	"spoils the audit log":     {`[ $1 = mcp ] && cat >/dev/null; [ $1 != audit ]`, brokenAudit},
	"spoils the sessions":      {`[ $1 = mcp ] && cat >/dev/null; [ $1 != sessions ]`, brokenStore},
	"writes what it likes":     {`[ $1 = mcp ] && echo hello && cat >/dev/null; exit 0`, brokenFrame},
}

// TestWhatIsWrongIsFound runs the load against programs that each do one thing
// wrong.
func TestWhatIsWrongIsFound(t *testing.T) {
	for name, p := range programs {
		t.Run(name, func(t *testing.T) {
			home := t.TempDir()
			binary := filepath.Join(home, "program")
			if err := os.WriteFile(binary, []byte("#!/bin/sh\n"+p.script+"\n"), 0o700); err != nil {
				t.Fatal(err)
			}
			t.Cleanup(func() { endLeftovers(home) })
			s := &soak{
				options: options{lasts: 100 * time.Millisecond, clients: 1, stuck: 3 * time.Second, out: io.Discard},
				stage:   &stage{home: home, binary: binary}, findings: newFindings(), timings: newTimings(), shared: &meetingPlace{},
			}
			if err := s.run(t.Context()); err != nil {
				t.Fatal(err)
			}
			if s.findings.count[p.want] == 0 {
				t.Errorf("found %s, want %s", s.findings.summary(), p.want)
			}
		})
	}
}

// endLeftovers ends what a program has left behind on purpose.
func endLeftovers(home string) {
	data, _ := os.ReadFile(filepath.Join(home, "pids"))
	for _, field := range strings.Fields(string(data)) {
		if pid, err := strconv.Atoi(field); err == nil {
			_ = syscall.Kill(pid, syscall.SIGKILL)
		}
	}
}

// TestWatchSeesThisProcess holds the samples to what is known of this one.
func TestWatchSeesThisProcess(t *testing.T) {
	w := newWatch(t.TempDir())
	w.follow(os.Getpid())
	before := w.look()[0]
	files := make([]*os.File, 10)
	for i := range files {
		var err error
		if files[i], err = os.Open(os.DevNull); err != nil {
			t.Fatal(err)
		}
		defer files[i].Close()
	}
	after := w.look()[0]
	if after.files-before.files != len(files) || before.rss < mib || before.threads < 1 {
		t.Errorf("before %+v, with %d more files %+v", before, len(files), after)
	}
	w.forget(os.Getpid())
	if series := w.series(); len(series) != 1 || len(series[0]) != 2 {
		t.Errorf("series %v", series)
	}
}
