package main

import (
	"fmt"
	"sync"
	"time"
)

// connections puts a mixed load on one state directory from sixteen servers at
// once and gives how long their lists take.
func connections(w *workshop) ([]figure, error) {
	const servers = 16
	var (
		mu     sync.Mutex
		lists  []float64
		calls  int
		failed error
		group  sync.WaitGroup
	)
	begin := time.Now()
	for n := range servers {
		group.Go(func() {
			took, made, err := w.mixed(n, w.size(20, 100))
			mu.Lock()
			defer mu.Unlock()
			lists = append(lists, took...)
			calls += made
			if err != nil {
				failed = err
			}
		})
	}
	group.Wait()
	if failed != nil {
		return nil, failed
	}
	rate := float64(calls) / time.Since(begin).Seconds()
	return []figure{
		{what: "16 connections, mixed load: sessions_list p50", unit: "ms", values: lists},
		{what: "16 connections, mixed load: sessions_list p99", unit: "ms", values: []float64{quantile(lists, 0.99)}, must: most(50)},
		{what: "16 connections, mixed load", unit: "calls/s", values: []float64{rate}},
	}, nil
}

func (w *workshop) mixed(n, rounds int) (lists []float64, calls int, err error) {
	s, err := w.serveProduct()
	if err != nil {
		return nil, 0, err
	}
	for i := range rounds {
		for _, c := range [][2]string{
			{"prompt_send", fmt.Sprintf(`{"prompt":"connection %d round %d"}`, n, i)},
			{"sessions_list", "{}"},
			{"tool_call", `{"name":"memory_status","arguments":{}}`},
			{"tools_list", "{}"},
		} {
			_, took, err := s.call(c[0], c[1])
			if err != nil {
				return nil, 0, err
			}
			calls++
			if c[0] == "sessions_list" {
				lists = append(lists, milliseconds(took))
			}
		}
	}
	return lists, calls, s.stop()
}
