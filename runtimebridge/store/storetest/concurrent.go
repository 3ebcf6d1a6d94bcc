package storetest

import (
	"fmt"
	"sync"

	"github.com/openprogram/openprogram-go/runtimebridge"
	"github.com/openprogram/openprogram-go/runtimebridge/store"
)

var concurrentTests = []test{
	{"sessions side by side", func(f *fixture) {
		const writers, turns = 8, 20
		var group sync.WaitGroup
		for w := range writers {
			group.Go(func() {
				if err := f.talk(fmt.Sprintf("s%d", w), turns); err != nil {
					f.Error(err)
				}
			})
		}
		group.Wait()
		sessions, err := f.Sessions(f.ctx, store.Query{})
		f.check(err)
		f.equal(writers, len(sessions), "sessions")
		for _, s := range sessions {
			branch, err := f.Branch(f.ctx, s.ID)
			f.check(err)
			f.equal(2*turns, len(branch), "messages of "+s.ID)
		}
	}},
	{"a reader sees whole turns, in order", func(f *fixture) {
		f.exchange("s", 1)
		done := make(chan error, 1)
		go func() { done <- f.talk("s", 50) }()
		for seen := 0; ; {
			branch, err := f.Branch(f.ctx, "s")
			f.check(err)
			if len(branch) < seen {
				f.Fatalf("%d messages after %d", len(branch), seen)
			}
			seen = len(branch)
			alternate(f, branch)
			select {
			case err := <-done:
				f.check(err)
				return
			default:
			}
		}
	}},
}

// talk runs turns in a session, which it creates if need be.
func (f *fixture) talk(id string, turns int) error {
	for n := range turns {
		begin := store.BeginTurn{SessionID: id, Text: "question"}
		if _, err := f.Session(f.ctx, id); err != nil {
			begin.New = new(store.NewSession)
		}
		turn, err := f.Begin(f.ctx, begin)
		if err != nil {
			return fmt.Errorf("turn %d: Begin: %w", n, err)
		}
		for _, step := range []store.Step{reply("c"), result("c")} {
			if err := f.AppendStep(f.ctx, turn, step); err != nil {
				return fmt.Errorf("turn %d: AppendStep: %w", n, err)
			}
		}
		if err := f.Finish(f.ctx, turn, store.Ending{Text: "answer"}); err != nil {
			return fmt.Errorf("turn %d: Finish: %w", n, err)
		}
	}
	return nil
}

func alternate(f *fixture, branch []runtimebridge.Message) {
	f.Helper()
	for i, m := range branch {
		if want := []runtimebridge.Role{runtimebridge.RoleUser, runtimebridge.RoleAssistant}[i%2]; m.Role != want {
			f.Fatalf("message %d is the %s's", i, m.Role)
		}
	}
}
