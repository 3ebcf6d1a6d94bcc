package main

import (
	"bytes"
	"encoding/json"
	"sync"
)

// progressMeter reads along on the wire and keeps the progress reports, in
// their order: those of a request stand there before its answer.
type progressMeter struct {
	mu      sync.Mutex
	reports []float64
}

// Write is given one logged frame at a time.
func (m *progressMeter) Write(line []byte) (int, error) {
	_, text, _ := bytes.Cut(line, []byte(": "))
	var frame struct {
		Method string
		Params struct{ Progress float64 }
	}
	if json.Unmarshal(text, &frame) == nil && frame.Method == "notifications/progress" {
		m.mu.Lock()
		defer m.mu.Unlock()
		m.reports = append(m.reports, frame.Params.Progress)
	}
	return len(line), nil
}

// take gives the reports so far and forgets them.
func (m *progressMeter) take() []float64 {
	m.mu.Lock()
	defer m.mu.Unlock()
	reports := m.reports
	m.reports = nil
	return reports
}
