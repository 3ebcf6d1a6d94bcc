package main

import (
	"bufio"
	"fmt"
	"os"
	"path/filepath"
	"time"
)

// writeSessions writes sessions from up to (not including) to as JSON Lines,
// with so many messages each.
func (w *workshop) writeSessions(from, to, messages int) (string, error) {
	path := filepath.Join(w.dir, "sessions.jsonl")
	file, err := os.Create(path)
	if err != nil {
		return "", err
	}
	out := bufio.NewWriterSize(file, 1<<20)
	for i := from; i < to; i++ {
		at := 1_700_000_000 + i
		fmt.Fprintf(out, `{"id":"s%d_%d","title":"Session %d","agent_id":"main","source":"terminal","created_at":%d,"updated_at":%d,"messages":[`, messages, i, i, at, at)
		parent := "null"
		for m := range messages {
			role := "user"
			if m%2 == 1 {
				role = "assistant"
			}
			if m > 0 {
				out.WriteString(",")
			}
			fmt.Fprintf(out, `{"id":"m%d","role":%q,"content":"Message %d says a few plain words about the harbour and its crane.","timestamp":%d,"parent_id":%s}`, m, role, m, at, parent)
			parent = fmt.Sprintf(`"m%d"`, m)
		}
		out.WriteString("]}\n")
	}
	if err := out.Flush(); err != nil {
		return "", err
	}
	return path, file.Close()
}

// importSessions imports them and gives the rate, in sessions a second.
func (w *workshop) importSessions(from, to, messages int) (float64, error) {
	path, err := w.writeSessions(from, to, messages)
	if err != nil {
		return 0, err
	}
	defer os.Remove(path)
	begin := time.Now()
	if _, err := w.cli("sessions", "import", path); err != nil {
		return 0, err
	}
	return float64(to-from) / time.Since(begin).Seconds(), nil
}

// sessionsList measures the list as the store grows. The first size is the
// baseline of the others.
func sessionsList(w *workshop) ([]figure, error) {
	sizes := []int{1_000, 100_000, 1_000_000}
	if w.quick {
		sizes = []int{1_000, 20_000}
	}
	var figures []figure
	have := 0
	for _, size := range sizes {
		if _, err := w.importSessions(have, size, 1); err != nil {
			return nil, err
		}
		have = size
		took, err := w.times("sessions_list", "{}", w.size(50, 300))
		if err != nil {
			return nil, err
		}
		f := figure{what: "sessions_list at " + count(size) + " sessions", unit: "ms", values: took}
		if len(figures) > 0 {
			f.baseline = figures[0].values
		}
		figures = append(figures, f)
	}
	return figures, nil
}

// branch measures session_get on a long session. Its floor is made of the same
// store's rows in the module's own benchmark; here stands the whole call.
func branch(w *workshop) ([]figure, error) {
	if _, err := w.importSessions(0, 1, 10_000); err != nil {
		return nil, err
	}
	took, err := w.times("session_get", `{"session_id":"s10000_0"}`, w.size(10, 60))
	if err != nil {
		return nil, err
	}
	return []figure{{what: "session_get of 10k messages", unit: "ms", values: took}}, nil
}

func importRate(w *workshop) ([]figure, error) {
	var rates []float64
	n := w.size(20_000, 100_000)
	for i := range w.size(1, 3) {
		rate, err := w.importSessions(10_000_000+i*n, 10_000_000+(i+1)*n, 1)
		if err != nil {
			return nil, err
		}
		rates = append(rates, rate)
	}
	return []figure{{what: "sessions import, one message each", unit: "sessions/s", values: rates}}, nil
}

// times measures n calls after ten that warm up, each in milliseconds.
func (w *workshop) times(tool, arguments string, n int) ([]float64, error) {
	s, err := w.serveProduct()
	if err != nil {
		return nil, err
	}
	var took []float64
	for i := range n + 10 {
		_, elapsed, err := s.call(tool, arguments)
		if err != nil {
			return nil, err
		}
		if i >= 10 {
			took = append(took, milliseconds(elapsed))
		}
	}
	return took, s.stop()
}
