package process

import (
	"context"
	"os"
	"syscall"
	"testing"
	"testing/synctest"
	"time"
)

// exits records the calls of exit.
type exits struct{ codes chan int }

func (e exits) exit(code int) { e.codes <- code }

func (e exits) count() int { return len(e.codes) }

func TestWatch(t *testing.T) {
	cases := map[string]struct {
		signals int
		after   time.Duration
		ended   bool
		exits   int
	}{
		"no signal":                   {signals: 0, after: time.Hour, ended: false, exits: 0},
		"one cancels":                 {signals: 1, after: 2999 * time.Millisecond, ended: true, exits: 0},
		"a second changes nothing":    {signals: 2, after: 2999 * time.Millisecond, ended: true, exits: 0},
		"a third ends the process":    {signals: 3, after: 0, ended: true, exits: 1},
		"so do 3 s after the first":   {signals: 1, after: 3 * time.Second, ended: true, exits: 1},
		"counted from the first only": {signals: 2, after: 3 * time.Second, ended: true, exits: 1},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				signals := make(chan os.Signal)
				e := exits{codes: make(chan int, 9)}
				ctx, stop := watch(context.Background(), signals, e.exit)
				defer stop()
				for range c.signals {
					signals <- syscall.SIGTERM
				}
				time.Sleep(c.after)
				synctest.Wait()
				if got := ctx.Err() != nil; got != c.ended {
					t.Errorf("context ended: %t, want %t", got, c.ended)
				}
				if e.count() != c.exits {
					t.Errorf("%d exits, want %d", e.count(), c.exits)
				}
			})
		})
	}
}

func TestStopEndsTheWatch(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		e := exits{codes: make(chan int, 9)}
		signals := make(chan os.Signal)
		ctx, stop := watch(context.Background(), signals, e.exit)
		signals <- syscall.SIGINT
		if !stop() {
			t.Error("stop knows of no signal")
		}
		time.Sleep(time.Minute)
		if ctx.Err() == nil || e.count() != 0 {
			t.Errorf("context %v, %d exits", ctx.Err(), e.count())
		}
	})
}
