package main

import (
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
)

// watch looks at what processes hold, from outside.
type watch struct {
	state string // the state directory

	mu      sync.Mutex
	current map[int][]sample // by process id, of those that are followed
	past    [][]sample       // of those that are no longer
}

func newWatch(state string) *watch { return &watch{state: state, current: map[int][]sample{}} }

func (w *watch) follow(pid int) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.current[pid] = nil
}

func (w *watch) forget(pid int) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.past = append(w.past, w.current[pid])
	delete(w.current, pid)
}

// sees reports whether this system tells what a process holds.
func (w *watch) sees() bool {
	_, err := read(os.Getpid())
	return err == nil
}

// look takes a sample of each process that is followed.
func (w *watch) look() []sample {
	w.mu.Lock()
	defer w.mu.Unlock()
	var now []sample
	for pid, samples := range w.current {
		if s, err := read(pid); err == nil {
			w.current[pid] = append(samples, s)
			now = append(now, s)
		}
	}
	return now
}

// series are the samples of the processes that were followed longest: one that
// was started late for another that failed says nothing about growth.
func (w *watch) series() [][]sample {
	w.mu.Lock()
	defer w.mu.Unlock()
	all := append(slices.Collect(maps.Values(w.current)), w.past...)
	longest := 0
	for _, s := range all {
		longest = max(longest, len(s))
	}
	return slices.DeleteFunc(all, func(s []sample) bool { return len(s) < longest*9/10 || len(s) == 0 })
}

const mib = 1 << 20

// describe is a part of a line of the table.
func (w *watch) describe(now []sample) string {
	most := sample{}
	for _, s := range now {
		most = sample{max(most.rss, s.rss), max(most.files, s.files), max(most.threads, s.threads)}
	}
	middle := sample{
		median(now, func(s sample) int { return s.rss }),
		median(now, func(s sample) int { return s.files }),
		median(now, func(s sample) int { return s.threads }),
	}
	return fmt.Sprintf("%9d / %6d MiB %7d / %3d %7d / %3d %6d MiB", middle.rss/mib, most.rss/mib,
		middle.files, most.files, middle.threads, most.threads, sizeOf(w.state)/mib)
}

// sizeOf is what is stored below a directory, in bytes.
func sizeOf(dir string) (total int64) {
	_ = filepath.WalkDir(dir, func(_ string, entry fs.DirEntry, err error) error {
		if err != nil {
			return nil // it went away meanwhile
		}
		if info, err := entry.Info(); err == nil && info.Mode().IsRegular() {
			total += info.Size()
		}
		return nil
	})
	return total
}

// read takes a sample of a process.
func read(pid int) (sample, error) {
	status, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
	if err != nil {
		return sample{}, err
	}
	files, err := os.ReadDir(fmt.Sprintf("/proc/%d/fd", pid))
	if err != nil {
		return sample{}, err
	}
	s := sample{files: len(files)}
	for line := range strings.Lines(string(status)) {
		name, value, _ := strings.Cut(line, ":")
		switch name {
		case "VmRSS":
			_, err = fmt.Sscan(value, &s.rss)
			s.rss <<= 10
		case "Threads":
			_, err = fmt.Sscan(value, &s.threads)
		}
		if err != nil {
			return sample{}, err
		}
	}
	return s, nil
}

// having are the processes whose environment holds a text.
func having(text string) (pids []string) {
	found, _ := filepath.Glob("/proc/[0-9]*/environ")
	for _, file := range found {
		if environment, err := os.ReadFile(file); err == nil && strings.Contains(string(environment), text) {
			pids = append(pids, filepath.Base(filepath.Dir(file)))
		}
	}
	return pids
}
