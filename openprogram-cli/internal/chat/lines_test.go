package chat_test

import (
	"context"
	"errors"
	"io"
	"testing"

	"github.com/openprogram/openprogram-go/openprogram-cli/internal/chat"
)

// A read that was given up is no loss: its line is for whoever reads next.
func TestALineAfterOneThatWasGivenUp(t *testing.T) {
	in, typed := io.Pipe()
	lines := chat.PlainLines(in, io.Discard)
	why := errors.New("the turn has ended")
	ctx, cancel := context.WithCancelCause(t.Context())
	cancel(why)
	for range 2 {
		if _, err := lines.Line(ctx, "> "); !errors.Is(err, why) {
			t.Fatalf("error %v", err)
		}
	}
	go func() {
		io.WriteString(typed, "one\ntwo\nthr")
		typed.Close()
	}()
	for _, want := range []string{"one", "two"} {
		if got, err := lines.Line(t.Context(), "> "); got != want || err != nil {
			t.Errorf("got %q, %v, want %q", got, err, want)
		}
	}
	if got, err := lines.Fresh(t.Context(), "> "); !errors.Is(err, io.EOF) {
		t.Errorf("got %q, %v", got, err)
	}
}
