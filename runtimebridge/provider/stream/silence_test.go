package stream

import (
	"context"
	"errors"
	"strings"
	"testing"
	"testing/synctest"
	"time"
)

// Comments keep an answer alive only up to the limit on content.
func TestCommentsAreNotContent(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithCancelCause(context.Background())
		defer cancel(nil)
		o := Options{FirstByte: time.Minute, Silence: 20 * time.Second, NoContent: 2 * time.Minute}
		w := newWatch(o, cancel)
		defer w.stop()
		comments := w.reader(strings.NewReader(strings.Repeat(":", 100)))
		one := make([]byte, 1)
		w.content()
		for step := range 12 {
			if ctx.Err() != nil {
				t.Fatalf("ended after %d s although bytes kept coming", 10*step)
			}
			if _, err := comments.Read(one); err != nil {
				t.Fatal(err)
			}
			time.Sleep(10 * time.Second)
		}
		synctest.Wait()
		if !errors.Is(context.Cause(ctx), errSilence) {
			t.Error("comments alone held the answer")
		}
	})
}
