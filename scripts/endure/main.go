// Command endure is behind scripts/soak: it puts the built program under a mixed
// load, the way many clients at once would, and looks at every answer.
//
// Each connection is a server process of its own on one state directory. Half of
// them stay for the whole run, and are watched for growth; the others end again
// and again, by the end of the input, a signal or a kill.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"os/signal"
	"syscall"
	"time"
)

func main() {
	o := options{out: os.Stdout, stuck: patience}
	flag.DurationVar(&o.lasts, "for", time.Minute, "how long")
	flag.IntVar(&o.clients, "connections", 16, "how many at once")
	flag.Uint64Var(&o.seed, "seed", rand.Uint64(), "of what is sent, for another try at the same")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	if err := try(ctx, o); err != nil {
		stop()
		fmt.Println("soak: FAILED:", err)
		os.Exit(1)
	}
}

// try runs once. The error says in one line what is wrong.
func try(ctx context.Context, o options) error {
	if o.lasts <= 0 || o.clients <= 0 {
		return errors.New("-for and -connections have to be more than 0")
	}
	stage, err := newStage(ctx, o.clients)
	if err != nil {
		return err
	}
	defer stage.remove()
	s := &soak{options: o, stage: stage, findings: newFindings(), timings: newTimings(), shared: &meetingPlace{}}
	if err := s.run(ctx); err != nil {
		return errors.New("it was interrupted")
	}
	for _, fault := range s.findings.details() {
		fmt.Fprintln(o.out, fault)
	}
	if summary := s.findings.summary(); summary != "" {
		return errors.New(summary)
	}
	fmt.Fprintln(o.out, "soak: ok: nothing lost, doubled, wrong or left behind, and nothing grew")
	return nil
}
