package storetest

import (
	"github.com/openprogram/openprogram-go/runtimebridge"
	"github.com/openprogram/openprogram-go/runtimebridge/store"
)

// isOver fails the test if a turn can still write.
func (f *fixture) isOver(turn store.Turn) {
	f.Helper()
	f.want(store.ErrStaleTurn, f.AppendStep(f.ctx, turn, reply("late")), "AppendStep of a turn that is over")
	f.want(store.ErrStaleTurn, f.Finish(f.ctx, turn, store.Ending{Text: "late", At: at(1000)}), "Finish of a turn that is over")
	f.want(store.ErrStaleTurn, f.Finish(f.ctx, turn, store.Ending{Text: "late", DropSteps: true}), "Finish with DropSteps of a turn that is over")
}

var fenceTests = []test{
	{"a turn ends once", func(f *fixture) {
		turn := f.create("s", "hello", 1)
		f.step(turn, reply("c1"), result("c1"))
		f.finish(turn, "hi", 2)
		want := f.session("s")
		f.isOver(turn)
		f.said("s", "hello", "hi")
		f.equal([]store.Step{reply("c1"), result("c1")}, f.history("s")[1].Steps, "steps")
		f.equal(want, f.session("s"), "row")
	}},
	{"a later turn shuts out the one before", func(f *fixture) {
		old := f.create("s", "hello", 1)
		f.step(old, reply("c1"))
		next := f.begin("s", "again", 3)
		f.isOver(old)
		f.step(next, reply("c2"), result("c2"))
		f.isOver(old)
		f.finish(next, "yes", 4)
		f.isOver(old)
		f.said("s", "hello", store.InterruptedNote, "again", "yes")
		f.equal([]store.Step{reply("c2"), result("c2")}, f.history("s")[3].Steps, "steps")
	}},
	{"an epoch is good for its own session", func(f *fixture) {
		a, b := f.create("a", "hello", 1), f.create("b", "hello", 1)
		forged := a
		forged.SessionID = "b"
		f.isOver(forged)
		f.finish(a, "a's", 2)
		f.finish(b, "b's", 2)
		f.said("a", "hello", "a's")
		f.said("b", "hello", "b's")
	}},
	{"sessions do not disturb each other", func(f *fixture) {
		a, b := f.create("a", "hello", 1), f.create("b", "hello", 1)
		f.step(a, reply("a1"))
		f.step(b, reply("b1"), result("b1"))
		f.step(a, result("a1"))
		f.check(f.Finish(f.ctx, b, store.Ending{Text: store.CancelledNote, DropSteps: true}))
		f.finish(a, "a's", 2)
		f.equal([]store.Step{reply("a1"), result("a1")}, f.history("a")[1].Steps, "steps of a")
		f.equal(0, len(f.history("b")[1].Steps), "steps of b")
	}},
	{"a deleted session stays deleted", func(f *fixture) {
		turn := f.create("s", "hello", 1)
		f.step(turn, reply("c1"))
		f.check(f.Delete(f.ctx, "s"))
		f.isOver(turn)
		_, err := f.Session(f.ctx, "s")
		f.want(runtimebridge.ErrSessionNotFound, err, "Session")
	}},
	{"nor does a session of the same id take its turn", func(f *fixture) {
		old := f.create("s", "hello", 1)
		f.check(f.Delete(f.ctx, "s"))
		next := f.create("s", "hello again", 2)
		f.isOver(old)
		f.finish(next, "hi", 3)
		f.said("s", "hello again", "hi")
		f.equal(0, len(f.history("s")[1].Steps), "steps")
	}},
	{"an archived or renamed session goes on", func(f *fixture) {
		turn := f.create("s", "hello", 1)
		f.check(f.SetArchived(f.ctx, "s", true))
		f.check(f.Rename(f.ctx, "s", "Harbour"))
		f.finish(turn, "hi", 2)
		f.said("s", "hello", "hi")
		f.equal("Harbour", f.session("s").Title, "title")
	}},
}
