package storetest

import (
	"context"
	"errors"
	"regexp"
	"strings"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/openprogram/openprogram-go/runtimebridge"
	"github.com/openprogram/openprogram-go/runtimebridge/store"
)

var messageID = regexp.MustCompile(`^[0-9a-f]{12,}$`)

var turnTests = []test{
	{"a turn is a question and an answer", func(f *fixture) {
		turn := f.create("s", "Which crane?", 1)
		f.said("s", "Which crane?")
		f.finish(turn, "The red one.", 2)
		f.said("s", "Which crane?", "The red one.")
		next := f.begin("s", "Since when?", 3)
		f.finish(next, "Since May.", 4)
		f.said("s", "Which crane?", "The red one.", "Since when?", "Since May.")

		h := f.history("s")
		f.equal(
			[]string{turn.UserMessageID, turn.AssistantMessageID, next.UserMessageID, next.AssistantMessageID},
			[]string{h[0].ID, h[1].ID, h[2].ID, h[3].ID}, "message ids")
		f.equal([]string{"", h[0].ID, h[1].ID, h[2].ID},
			[]string{h[0].ParentID, h[1].ParentID, h[2].ParentID, h[3].ParentID}, "parents")
		f.equal(at(4), h[3].Timestamp, "time of the last message")
	}},
	{"what Begin returns", func(f *fixture) {
		turn := f.create("s", "hello", 1)
		diff := cmp.Diff(store.Turn{SessionID: "s", AgentID: "main", SessionBytes: 5}, turn,
			cmpopts.IgnoreFields(store.Turn{}, "Epoch", "UserMessageID", "AssistantMessageID"))
		if diff != "" {
			f.Errorf("turn (-want +got):\n%s", diff)
		}
		for _, id := range []string{turn.UserMessageID, turn.AssistantMessageID} {
			if !messageID.MatchString(id) {
				f.Errorf("message id %q is not 12 or more hex digits", id)
			}
		}
		f.finish(turn, "hello", 2)
		next := f.begin("s", "again", 3)
		f.equal(15, next.SessionBytes, "bytes of the session")
		if next.Epoch <= turn.Epoch {
			f.Errorf("epoch %d follows %d", next.Epoch, turn.Epoch)
		}
		if ids := []string{turn.UserMessageID, turn.AssistantMessageID}; ids[0] == ids[1] || next.UserMessageID == ids[0] {
			f.Error("a message id was given out twice")
		}
	}},
	{"a session keeps its agent", func(f *fixture) {
		turn, err := f.Begin(f.ctx, store.BeginTurn{
			SessionID: "s", New: &store.NewSession{AgentID: "pilot", Source: "terminal"}, Text: "hello",
		})
		f.check(err)
		f.finish(turn, "hello", 2)
		f.equal("pilot", f.begin("s", "again", 3).AgentID, "agent of the second turn")
		f.equal("terminal", f.session("s").Source, "source")
	}},
	{"a new session must be new", func(f *fixture) {
		f.exchange("s", 1)
		want := f.session("s")
		_, err := f.Begin(f.ctx, store.BeginTurn{SessionID: "s", New: new(store.NewSession), Text: "hello", At: at(9)})
		f.want(store.ErrExists, err, "Begin")
		f.equal(want, f.session("s"), "row")
		f.said("s", "question of s", "answer of s")
	}},
	{"a session has an end", func(f *fixture) {
		half := strings.Repeat("x", store.MaxSessionBytes/2)
		turn := f.create("s", half, 1)
		f.finish(turn, "a", 2)
		_, err := f.Begin(f.ctx, store.BeginTurn{SessionID: "s", Text: half, At: at(3)})
		f.want(store.ErrFull, err, "Begin of more than fits")
		f.said("s", half, "a")
		turn = f.begin("s", half[:len(half)-2], 4)
		f.step(turn, store.Step{Kind: store.StepReply, Text: "b"})
		f.finish(turn, "c", 5)
		_, err = f.Begin(f.ctx, store.BeginTurn{SessionID: "s", Text: "d", At: at(6)})
		f.want(store.ErrFull, err, "Begin of a full session")
		_, err = f.Begin(f.ctx, store.BeginTurn{SessionID: "t", New: new(store.NewSession), Text: half + half + "e"})
		f.want(store.ErrFull, err, "Begin of a new session")
	}},
	{"what may not be stored", func(f *fixture) {
		for _, id := range []string{"", ".", "..", "a/b", `a\b`, "a b", "a\nb", "a\x00", "\xff", strings.Repeat("x", 256)} {
			_, err := f.Begin(f.ctx, store.BeginTurn{SessionID: id, New: new(store.NewSession), Text: "hello"})
			f.want(store.ErrInvalid, err, "Begin of a new session "+id)
		}
		_, err := f.Begin(f.ctx, store.BeginTurn{SessionID: "s", New: new(store.NewSession)})
		f.want(store.ErrInvalid, err, "Begin without a text")
		f.equal("", f.listed(store.Query{}), "list")

		turn := f.create("s", "hello", 1)
		f.want(store.ErrInvalid, f.Finish(f.ctx, turn, store.Ending{}), "Finish without a text")
		for name, step := range map[string]store.Step{
			"without a kind":         {Text: "x"},
			"of an unknown kind":     {Kind: "thought", Text: "x"},
			"with broken arguments":  {Kind: store.StepReply, Calls: []store.Call{{ID: "c", Name: "n", Arguments: `{"a":`}}},
			"with a nameless call":   {Kind: store.StepReply, Calls: []store.Call{{ID: "c", Arguments: `{}`}}},
			"with calls in a result": {Kind: store.StepResult, CallID: "c", Calls: []store.Call{{ID: "c", Name: "n", Arguments: `{}`}}},
			"result of nothing":      {Kind: store.StepResult, Text: "x"},
		} {
			f.want(store.ErrInvalid, f.AppendStep(f.ctx, turn, step), "AppendStep "+name)
		}
		f.finish(turn, "hello", 2)
		f.equal(0, len(f.history("s")[1].Steps), "steps")
	}},
	{"steps come back as they were", func(f *fixture) {
		turn := f.create("s", "hello", 1)
		steps := []store.Step{
			{
				Kind: store.StepReply, Text: "Let me look. <&>", Provider: "anthropic", Reasoning: "opaque\u2028==",
				Calls: []store.Call{{ID: "c1", Name: "search", Arguments: `{"query": "crane"}`}, {ID: "c2", Name: "read", Arguments: `[1,2.50]`}},
			},
			{Kind: store.StepResult, CallID: "c1", Tool: "search", Text: "three\nlines\x00here"},
			{Kind: store.StepResult, CallID: "c2", Tool: "read", IsError: true, Images: []store.Image{{Data: "aGk=", MIMEType: "image/png"}}},
			{Kind: store.StepPartial, Text: "The red"},
			{Kind: store.StepSummary, Text: "They spoke of cranes."},
		}
		f.step(turn, steps...)
		f.equal(1, len(f.history("s")), "messages while the turn runs")
		f.finish(turn, "The red one.", 2)
		f.finish(f.begin("s", "thanks", 3), "you are welcome", 4)
		h := f.history("s")
		f.equal(steps, h[1].Steps, "steps")
		f.equal(0, len(h[0].Steps)+len(h[2].Steps)+len(h[3].Steps), "steps of the other messages")
	}},
	{"a cancelled turn leaves no steps", func(f *fixture) {
		turn := f.create("s", "hello", 1)
		f.step(turn, reply("c1"), result("c1"))
		f.check(f.Finish(f.ctx, turn, store.Ending{Text: store.CancelledNote, DropSteps: true, At: at(2)}))
		f.said("s", "hello", store.CancelledNote)
		f.equal(0, len(f.history("s")[1].Steps), "steps")
	}},
	{"every call has a result when a turn ends", func(f *fixture) {
		turn := f.create("s", "hello", 1)
		f.step(turn, reply("c1", "c2", "c3"), result("c2"))
		f.finish(turn, "I gave up.", 2)
		f.equal([]store.Step{reply("c1", "c2", "c3"), result("c2"), interrupted("c1"), interrupted("c3")},
			f.history("s")[1].Steps, "steps")
	}},
	{"a context that has ended stores nothing", func(f *fixture) {
		turn := f.create("s", "hello", 1)
		ended, cancel := context.WithCancel(f.ctx)
		cancel()
		_, begin := f.Begin(ended, store.BeginTurn{SessionID: "t", New: new(store.NewSession), Text: "hello"})
		for what, err := range map[string]error{
			"Begin": begin, "AppendStep": f.AppendStep(ended, turn, reply("c1")),
			"Finish": f.Finish(ended, turn, store.Ending{Text: "no"}), "Delete": f.Delete(ended, "s"),
		} {
			if !errors.Is(err, context.Canceled) {
				f.Errorf("%s = %v, want context.Canceled", what, err)
			}
		}
		f.finish(turn, "yes", 2)
		f.said("s", "hello", "yes")
		f.equal("s", f.listed(store.Query{}), "list")
		_, err := f.Session(f.ctx, "t")
		f.want(runtimebridge.ErrSessionNotFound, err, "Session")
	}},
}
