package main

import (
	"fmt"
	"os"
	"time"
)

// inTurn measures the product and the floor one after the other, n times.
func inTurn(w *workshop, n int, measure func(*server, bool) (float64, error)) (product, floor []float64, err error) {
	for range n {
		for _, bare := range []bool{false, true} {
			open := w.serveProduct
			if bare {
				open = w.serveFloor
			}
			s, err := open()
			if err != nil {
				return nil, nil, err
			}
			value, err := measure(s, bare)
			if stopped := s.stop(); err == nil {
				err = stopped
			}
			if err != nil {
				return nil, nil, err
			}
			if bare {
				floor = append(floor, value)
			} else {
				product = append(product, value)
			}
		}
	}
	return product, floor, nil
}

func start(w *workshop) ([]figure, error) {
	product, floor, err := inTurn(w, w.size(10, 40), func(s *server, _ bool) (float64, error) {
		return milliseconds(s.started), nil
	})
	return []figure{{"start to initialize response", "ms", product, floor, mostTimes(3.5), mostTimes(2.5)}}, err
}

func residentMemory(w *workshop) ([]figure, error) {
	product, floor, err := inTurn(w, w.size(3, 10), func(s *server, _ bool) (float64, error) {
		return s.resident()
	})
	return []figure{{"resident memory after initialize", "MiB", product, floor, mostTimes(3), mostTimes(2)}}, err
}

func pipelined(w *workshop) ([]figure, error) {
	product, floor, err := inTurn(w, w.size(3, 9), func(s *server, _ bool) (float64, error) {
		if _, err := s.pipeline("tools_list", "{}", 1000, 32); err != nil {
			return 0, err
		}
		return s.pipeline("tools_list", "{}", w.size(5_000, 30_000), 32)
	})
	return []figure{{"pipelined tools_list, 32 in flight", "calls/s", product, floor, leastTimes(1), leastTimes(2.5)}}, err
}

func sequentialCalls(w *workshop) ([]figure, error) {
	product, floor, err := inTurn(w, w.size(3, 9), func(s *server, bare bool) (float64, error) {
		arguments := `{"name":"memory_get","arguments":{"path":"harbour.md"}}`
		n := w.size(1_000, 5_000)
		if _, _, err := s.call("tool_call", arguments); err != nil {
			return 0, err
		}
		begin := time.Now()
		for range n {
			if _, _, err := s.call("tool_call", arguments); err != nil {
				return 0, err
			}
		}
		return float64(n) / time.Since(begin).Seconds(), nil
	})
	return []figure{{"sequential memory_get, audited", "calls/s", product, floor, leastTimes(0.6), leastTimes(1)}}, err
}

func binarySize(w *workshop) ([]figure, error) {
	var sizes [2]float64
	for i, path := range []string{w.product, w.floor} {
		info, err := os.Stat(path)
		if err != nil {
			return nil, err
		}
		sizes[i] = float64(info.Size()) / (1 << 20)
	}
	return []figure{{"binary, stripped", "MiB", sizes[:1], sizes[1:], most(30), most(20)}}, nil
}

func milliseconds(d time.Duration) float64 { return float64(d) / float64(time.Millisecond) }

func count(n int) string {
	switch {
	case n >= 1_000_000:
		return fmt.Sprintf("%dM", n/1_000_000)
	case n >= 1000:
		return fmt.Sprintf("%dk", n/1000)
	}
	return fmt.Sprint(n)
}
