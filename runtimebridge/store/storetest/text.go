package storetest

import (
	"strings"

	"github.com/openprogram/openprogram-go/runtimebridge/store"
)

var textTests = []test{
	{"any text comes back", func(f *fixture) {
		texts := []string{
			"grüße 世界 🏗️", "nul\x00inside", "\x00", "line\r\nline\u2028line", "'; DROP TABLE sessions; --",
			`{"json": [1]}`, " blanks ", "\ufeffmark", strings.Repeat("long ", 1<<20),
		}
		turn := f.create("s", texts[0], 1)
		for _, text := range texts[1:] {
			f.finish(turn, text, 2)
			turn = f.begin("s", text, 3)
		}
		branch, err := f.Branch(f.ctx, "s")
		f.check(err)
		for i, text := range texts[1:] {
			if branch[2*i+1].Content != text || branch[2*i+2].Content != text {
				f.Errorf("text %d did not come back", i+1)
			}
		}
	}},
	{"what is not UTF-8 is replaced", func(f *fixture) {
		turn := f.create("s", "a\xffb", 1)
		f.step(turn, store.Step{Kind: store.StepPartial, Text: "c\xc3"})
		f.finish(turn, "d\xed\xa0\x80", 2)
		f.said("s", "a\ufffdb", "d\ufffd")
		f.equal("c\ufffd", f.history("s")[1].Steps[0].Text, "step")
		f.check(f.Rename(f.ctx, "s", "t\xff"))
		f.equal("t\ufffd", f.session("s").Title, "title")
	}},
	{"the first message makes the title", func(f *fixture) {
		f.finish(f.create("s", "\n\n  Cranes\tof\x1bthe harbour  \nmore", 1), "hi", 2)
		f.equal("Cranes of the harbour", f.session("s").Title, "title")
		f.finish(f.begin("s", "Something else", 3), "hi", 4)
		f.equal("Cranes of the harbour", f.session("s").Title, "title after the second turn")

		f.finish(f.create("long", strings.Repeat("é", 51), 1), "hi", 2)
		f.equal(strings.Repeat("é", 50)+"…", f.session("long").Title, "long title")
	}},
	{"a title that was given stays", func(f *fixture) {
		turn := f.create("s", "Cranes", 1)
		f.check(f.Rename(f.ctx, "s", "  My\nharbour "))
		f.equal("My harbour", f.session("s").Title, "title")
		f.finish(turn, "hi", 2)
		f.begin("s", "more", 3)
		f.equal("My harbour", f.session("s").Title, "title after a turn")
	}},
	{"also none", func(f *fixture) {
		f.exchange("s", 1)
		f.check(f.Rename(f.ctx, "s", ""))
		f.begin("s", "more", 3)
		f.equal("", f.session("s").Title, "title after a turn")
	}},
	{"or one that came with a session without messages", func(f *fixture) {
		f.load(`{"id":"s","title":"Given","agent_id":"","source":"","created_at":1,"updated_at":1,"messages":[]}`, store.ImportOptions{})
		f.said("s")
		f.finish(f.begin("s", "first", 3), "hi", 4)
		f.equal("Given", f.session("s").Title, "title after a turn")
		f.said("s", "first", "hi")
	}},
}
