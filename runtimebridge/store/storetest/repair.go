package storetest

import (
	"errors"

	"github.com/openprogram/openprogram-go/runtimebridge/store"
)

var repairTests = []test{
	{"an interrupted turn gets its results and a note", func(f *fixture) {
		f.exchange("s", 1)
		broken := f.begin("s", "look it up", 3)
		f.step(broken, reply("c1"), result("c1"), reply("c2", "c3"), result("c3"))
		f.equal(true, f.session("s").Interrupted, "interrupted")

		next := f.begin("s", "go on", 5)
		f.equal(true, next.Repaired, "repaired")
		f.equal(store.InterruptedTurn{SessionID: "s", Origin: "mcp/s", RequestID: "r3"}, next.Interrupted, "the interrupted turn")
		f.finish(next, "done", 6)
		f.said("s", "question of s", "answer of s", "look it up", store.InterruptedNote, "go on", "done")
		repaired := f.history("s")[3]
		f.equal(broken.AssistantMessageID, repaired.ID, "the message that was reserved")
		f.equal([]store.Step{reply("c1"), result("c1"), reply("c2", "c3"), result("c3"), interrupted("c2")}, repaired.Steps, "steps")
		f.equal(at(5), repaired.Timestamp, "time of the note")
		f.equal(false, f.session("s").Interrupted, "interrupted")
	}},
	{"a turn without steps", func(f *fixture) {
		f.create("s", "hello", 1)
		f.finish(f.begin("s", "again", 2), "yes", 3)
		f.said("s", "hello", store.InterruptedNote, "again", "yes")
	}},
	{"one interruption after the other", func(f *fixture) {
		f.create("s", "one", 1)
		f.begin("s", "two", 2)
		f.begin("s", "three", 3)
		f.said("s", "one", store.InterruptedNote, "two", store.InterruptedNote, "three")
	}},
	{"nothing to repair", func(f *fixture) {
		f.exchange("s", 1)
		next := f.begin("s", "again", 2)
		f.equal(false, next.Repaired, "repaired")
		f.equal(store.InterruptedTurn{}, next.Interrupted, "an interrupted turn")
	}},
	{"a repair without a next turn", func(f *fixture) {
		r, ok := f.Store.(store.Repairer)
		if !ok {
			return
		}
		f.exchange("idle", 1)
		f.exchange("s", 1)
		f.step(f.begin("s", "look it up", 3), reply("c1"))
		f.create("t", "hello", 4)
		unfinished, err := r.Unfinished(f.ctx)
		f.check(err)
		f.equal([]string{"s", "t"}, unfinished, "unfinished")
		_, found, err := r.Repair(f.ctx, "s", at(5), taken)
		f.check(err)
		f.equal(false, found, "found although it runs")
		closed, found, err := r.Repair(f.ctx, "s", at(5), free)
		f.check(err)
		f.equal(true, found, "found")
		f.equal(store.InterruptedTurn{SessionID: "s", Origin: "mcp/s", RequestID: "r3"}, closed, "closed")
		f.said("s", "question of s", "answer of s", "look it up", store.InterruptedNote)
		f.equal([]store.Step{reply("c1"), interrupted("c1")}, f.history("s")[3].Steps, "steps")
		for _, id := range []string{"s", "idle", "nobody"} {
			closed, found, err = r.Repair(f.ctx, id, at(6), taken)
			f.check(err)
			f.equal(false, found, "found again")
			f.equal(store.InterruptedTurn{}, closed, "closed again")
		}
		f.equal(false, f.begin("s", "again", 7).Repaired, "repaired")
	}},
	{"call ids that come twice", func(f *fixture) {
		f.step(f.create("s", "hello", 1), reply("call_0"), result("call_0"), reply("call_0"))
		f.begin("s", "again", 2)
		f.equal([]store.Step{reply("call_0"), result("call_0"), reply("call_0"), interrupted("call_0")},
			f.history("s")[1].Steps, "steps")
	}},
	{"other kinds of step stay", func(f *fixture) {
		steps := []store.Step{{Kind: store.StepSummary, Text: "so far"}, {Kind: store.StepPartial, Text: "The"}}
		f.step(f.create("s", "hello", 1), steps...)
		f.begin("s", "again", 2)
		f.equal(steps, f.history("s")[1].Steps, "steps")
	}},
}

// free and taken are locks of sessions.
func free(string) (unlock func(), err error)  { return func() {}, nil }
func taken(string) (unlock func(), err error) { return nil, errors.New("somebody has it") }
