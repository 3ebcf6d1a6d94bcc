package engine_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/openprogram/openprogram-go/runtimebridge"
	"github.com/openprogram/openprogram-go/runtimebridge/engine"
	"github.com/openprogram/openprogram-go/runtimebridge/provider/providertest"
)

func TestCloseCancelsWhatRuns(t *testing.T) {
	tool := newWaiting()
	f := newFixture(t, withTools(tool))
	c := f.terminal(t)
	f.script(providertest.Call(use("1")))
	failed := make(chan error, 1)
	go func() {
		_, err := c.Prompt(context.Background(), runtimebridge.Prompt{Text: "a"})
		failed <- err
	}()
	<-tool.entered
	if err := f.engine.Close(t.Context()); err != nil {
		t.Fatal(err)
	}
	if err := <-failed; !isCancellation(err, runtimebridge.ReasonConnectionClosed) {
		t.Errorf("err %v", err)
	}
	if _, err := c.Prompt(t.Context(), runtimebridge.Prompt{Text: "b"}); !errors.Is(err, runtimebridge.ErrClosed) {
		t.Errorf("err %v", err)
	}
	if _, err := f.engine.Store(t.Context()); !errors.Is(err, runtimebridge.ErrClosed) {
		t.Errorf("err %v", err)
	}
}

func TestCloseWaitsForAToolThatOutlivedItsCall(t *testing.T) {
	tool := newWaiting()
	tool.deaf = true
	f := newFixture(t, withTools(tool), func(o *engine.Options) { o.ToolTimeout = time.Millisecond })
	got, err := f.terminal(t).CallTool(t.Context(), runtimebridge.ToolCall{Name: "zebra", Arguments: map[string]any{}})
	if err != nil || !got.IsError {
		t.Fatalf("got %+v, %v", got, err)
	}
	ctx, cancel := context.WithCancelCause(t.Context())
	enough := errors.New("enough")
	cancel(enough)
	if err := f.engine.Close(ctx); !errors.Is(err, enough) {
		t.Errorf("err %v", err)
	}
	close(tool.release)
	<-tool.wrote
}

func TestCloseGivesUpWithItsContext(t *testing.T) {
	tool := newWaiting()
	tool.deaf = true
	f := newFixture(t, withTools(tool))
	f.script(providertest.Call(use("1")))
	failed := make(chan error, 1)
	go func() {
		_, err := f.terminal(t).Prompt(context.Background(), runtimebridge.Prompt{Text: "a"})
		failed <- err
	}()
	<-tool.entered
	ctx, cancel := context.WithCancelCause(t.Context())
	enough := errors.New("enough")
	cancel(enough)
	if err := f.engine.Close(ctx); !errors.Is(err, enough) {
		t.Errorf("err %v", err)
	}
	close(tool.release)
	<-tool.wrote
	if err := <-failed; err == nil {
		t.Error("the turn went on")
	}
}
