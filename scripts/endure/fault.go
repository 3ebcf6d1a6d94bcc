package main

import (
	"fmt"
	"slices"
	"strings"
	"sync"
)

// verdict is a kind of thing that must not happen.
type verdict string

const (
	lostAnswer    verdict = "lost answer"
	doubledAnswer verdict = "doubled answer"
	strayAnswer   verdict = "answer to nothing"
	wrongAnswer   verdict = "wrong answer"
	wrongSession  verdict = "answer of another session"
	needlessBusy  verdict = "refusal without a reason"
	brokenFrame   verdict = "output that is no frame"
	oddProgress   verdict = "progress out of place"
	crash         verdict = "crash"
	lateEnd       verdict = "end that takes too long"
	growth        verdict = "growth"
	brokenAudit   verdict = "audit log not in order"
	brokenStore   verdict = "sessions not in order"
	leftBehind    verdict = "process left behind"
)

// keptFaults is how many of a kind are told in full.
const keptFaults = 5

// findings collects what went wrong.
type findings struct {
	mu    sync.Mutex
	first []string
	count map[verdict]int
}

func newFindings() *findings { return &findings{count: map[verdict]int{}} }

// add notes a fault. An empty verdict is none.
func (f *findings) add(v verdict, where, format string, values ...any) {
	if v == "" {
		return
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	f.count[v]++
	if f.count[v] <= keptFaults {
		f.first = append(f.first, fmt.Sprintf("%s: %s: %s", v, where, fmt.Sprintf(format, values...)))
	}
}

// details are the first faults, one a line.
func (f *findings) details() []string {
	f.mu.Lock()
	defer f.mu.Unlock()
	return slices.Clone(f.first)
}

// summary counts the faults by kind. It is empty when there are none.
func (f *findings) summary() string {
	f.mu.Lock()
	defer f.mu.Unlock()
	var parts []string
	for v, n := range f.count {
		parts = append(parts, fmt.Sprintf("%d x %s", n, v))
	}
	slices.Sort(parts)
	return strings.Join(parts, ", ")
}
