package turn_test

import (
	"strings"
	"testing"
	"testing/synctest"

	"github.com/openprogram/openprogram-go/runtimebridge"
	"github.com/openprogram/openprogram-go/runtimebridge/provider/providertest"
)

// TestLargeConversationsShareTheMemory starts two turns that are too large to
// run at once, and a small one.
func TestLargeConversationsShareTheMemory(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newWorld(providertest.New(providertest.Hang(nil), providertest.Say("small"), providertest.Say("second")))
		large := strings.Repeat("x", 13<<20)
		start := func(text string) (*runtimebridge.Outcome, chan error) {
			outcome, ended := new(runtimebridge.Outcome), make(chan error, 1)
			go func() {
				_, err := w.runner.Run(t.Context(), mcp(runtimebridge.Prompt{Text: text, Outcome: outcome}))
				ended <- err
			}()
			synctest.Wait()
			return outcome, ended
		}
		first, firstEnded := start(large)
		_, secondEnded := start(large)
		third, thirdEnded := start(large)
		if asked := len(w.script.Requests()); asked != 1 {
			t.Errorf("%d large turns run at once", asked)
		}
		if small := w.run(t, mcp(runtimebridge.Prompt{Text: "a"})); small.Text != "small" {
			t.Errorf("the small one: %+v", small)
		}
		third.Cancel(runtimebridge.ReasonPromptCancel) // while it waits
		if err := <-thirdEnded; !isCancellation(err, runtimebridge.ReasonPromptCancel) {
			t.Errorf("the cancelled one: %v", err)
		}
		first.Cancel(runtimebridge.ReasonPromptCancel)
		if err := <-firstEnded; !isCancellation(err, runtimebridge.ReasonPromptCancel) {
			t.Errorf("the first: %v", err)
		}
		if err := <-secondEnded; err != nil {
			t.Errorf("the second: %v", err)
		}
	})
}
