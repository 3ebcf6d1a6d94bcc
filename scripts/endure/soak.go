package main

import (
	"context"
	"fmt"
	"io"
	"math/rand/v2"
	"sync"
	"time"
)

// options are what the command line says.
type options struct {
	lasts   time.Duration
	clients int
	seed    uint64
	stuck   time.Duration
	out     io.Writer
}

// soak is one run.
type soak struct {
	options
	stage    *stage
	findings *findings
	timings  *timings
	shared   *meetingPlace
	watch    *watch

	mu   sync.Mutex
	kept []past
}

// past is what is left of a connection that has ended.
type past struct {
	name      string
	how       ending
	cancelled []string // ids of the requests that were answered so
}

// run puts the load on until the time is over, and looks at what it leaves.
func (s *soak) run(ctx context.Context) error {
	s.watch = newWatch(s.stage.state())
	over, stop := context.WithTimeout(ctx, s.lasts)
	defer stop()
	fmt.Fprintf(s.out, "%d connections for %s, seed %d\n", s.clients, s.lasts, s.seed)
	var group sync.WaitGroup
	for n := range s.clients {
		group.Go(func() { s.live(over, &client{number: n}) })
	}
	group.Go(func() { s.sample(over) })
	begun := time.Now()
	group.Wait()
	took := time.Since(begun)
	s.checkGrowth()
	s.checkRemains(context.WithoutCancel(ctx))
	s.report(took)
	return ctx.Err()
}

// live is the life of one client: one connection after the other. The first half
// of the clients keep theirs, so that growth can be seen.
func (s *soak) live(over context.Context, c *client) {
	stays := c.number < (s.clients+1)/2
	random := rand.New(rand.NewPCG(s.seed, uint64(c.number)))
	for generation := 0; over.Err() == nil; generation++ {
		conn, err := s.connect(c, generation)
		if err != nil {
			s.findings.add(crash, fmt.Sprintf("client %d", c.number), "the server cannot be started: %v", err)
			return
		}
		until, cancel := context.WithCancel(over)
		how := byEOF
		if stays {
			s.watch.follow(conn.command.Process.Pid)
		} else {
			until, cancel = context.WithTimeout(over, time.Second+time.Duration(random.Int64N(int64(4*time.Second))))
			how = ending(random.IntN(3))
		}
		if !conn.drive(until.Done()) {
			how = byKill
		}
		cancel()
		if stays {
			s.watch.forget(conn.command.Process.Pid)
		}
		how = conn.end(how)
		s.keep(past{conn.name, how, conn.ledger.cancelledIDs()})
	}
}

func (s *soak) keep(p past) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.kept = append(s.kept, p)
}

// lines is how many the table of the run has.
const lines = 12

// sample looks at the processes from time to time, and tells of it less often.
func (s *soak) sample(over context.Context) {
	const looks = 6 // for each line
	ticks := time.NewTicker(max(s.lasts/(lines*looks), 50*time.Millisecond))
	defer ticks.Stop()
	fmt.Fprintf(s.out, "%8s %9s %9s %22s %13s %13s %10s\n", "AFTER", "ANSWERS", "A SECOND", "MEMORY MEDIAN / MAX", "FILES", "THREADS", "STATE")
	begun, before := time.Now(), 0
	last := begun
	for n := 1; ; n++ {
		select {
		case <-over.Done():
			return
		case <-ticks.C:
		}
		now := s.watch.look()
		if n%looks != 0 || len(now) == 0 {
			continue
		}
		answers := s.timings.answers()
		fmt.Fprintf(s.out, "%8s %9d %9.0f %s\n", time.Since(begun).Round(time.Second), answers,
			float64(answers-before)/time.Since(last).Seconds(), s.watch.describe(now))
		before, last = answers, time.Now()
	}
}

// checkGrowth holds the processes to the bounds of growth, where they can be seen.
func (s *soak) checkGrowth() {
	if !s.watch.sees() {
		fmt.Fprintln(s.out, "this system does not show what a process holds: growth was not looked at")
		return
	}
	for _, what := range grown(s.watch.series()) {
		s.findings.add(growth, "all that stayed connected", "%s", what)
	}
}

func (s *soak) report(took time.Duration) {
	fmt.Fprintln(s.out)
	for _, line := range s.timings.table() {
		fmt.Fprintln(s.out, line)
	}
	cancelled := 0
	for _, p := range s.kept {
		cancelled += len(p.cancelled)
	}
	answers := s.timings.answers()
	fmt.Fprintf(s.out, "\n%d answers in %s, %.0f a second; %d requests were cancelled; %d servers were started\n",
		answers, took.Round(time.Second), float64(answers)/took.Seconds(), cancelled, len(s.kept))
}
