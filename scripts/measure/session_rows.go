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

// sessionsList measures the list in stores of several sizes, in turn. The
// smallest is the baseline of the others.
func sessionsList(w *workshop) ([]figure, error) {
	sizes := []int{1_000, 100_000, 1_000_000}
	if w.quick {
		sizes = []int{1_000, 20_000}
	}
	figures := make([]figure, len(sizes))
	stores := make([]*workshop, len(sizes))
	for i, size := range sizes {
		name := count(size) + " sessions"
		store, err := w.another(name)
		if err != nil {
			return nil, err
		}
		if _, err := store.importSessions(0, size, 1); err != nil {
			return nil, err
		}
		stores[i], figures[i] = store, figure{what: "sessions_list at " + name, unit: "ms"}
	}
	for range w.size(2, 6) {
		for i, store := range stores {
			took, err := store.times(store.serveProduct, "sessions_list", "{}", 50)
			if err != nil {
				return nil, err
			}
			figures[i].values = append(figures[i].values, took...)
		}
	}
	for i := range figures[1:] {
		f := &figures[i+1]
		f.baseline, f.must, f.wish = figures[0].values, mostTimes(1.2), mostTimes(1.05)
	}
	return figures, nil
}

// branch measures session_get on a long session, in turn with a program that
// reads the same rows in a loop and encodes them.
func branch(w *workshop) ([]figure, error) {
	if _, err := w.importSessions(0, 1, 10_000); err != nil {
		return nil, err
	}
	const session = "s10000_0"
	rows := func() (*server, error) {
		return w.serve(w.rows, filepath.Join(w.state(), "sessions.db"), session)
	}
	var product, loop []float64
	for range w.size(2, 6) {
		took, err := w.times(w.serveProduct, "session_get", `{"session_id":"`+session+`"}`, 10)
		if err != nil {
			return nil, err
		}
		product = append(product, took...)
		if took, err = w.times(rows, "rows", "{}", 10); err != nil {
			return nil, err
		}
		loop = append(loop, took...)
	}
	return []figure{{"session_get of 10k messages", "ms", product, loop, mostTimes(1.5), mostTimes(1.1)}}, nil
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
	return []figure{{what: "sessions import, one message each", unit: "sessions/s", values: rates, must: least(30_000), wish: least(60_000)}}, nil
}

// times measures n calls after ten that warm up, each in milliseconds.
func (w *workshop) times(open func() (*server, error), tool, arguments string, n int) ([]float64, error) {
	s, err := open()
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
