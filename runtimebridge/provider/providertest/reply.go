package providertest

import (
	"context"
	"slices"
	"strings"
	"time"

	"github.com/openprogram/openprogram-go/runtimebridge/provider"
	"github.com/openprogram/openprogram-go/runtimebridge/store"
)

// Reply is one scripted answer. What is set happens in the order of the fields.
type Reply struct {
	// Started is closed when the request has arrived. May be nil.
	Started chan<- struct{}
	// Do runs with the request, before anything is sent. May be nil.
	Do func(ctx context.Context, req provider.Request)
	// Backoff, when not zero, is reported as a wait before the text.
	Backoff time.Duration
	// Chunks are sent one by one; together they are the reply's text.
	Chunks []string
	// Wait holds the reply back until it is closed or ctx ends. May be nil.
	Wait <-chan struct{}
	// Deaf makes Wait the only thing that ends the wait: the provider does not
	// notice that ctx has ended.
	Deaf bool
	// Tail is sent like Chunks, after the wait.
	Tail []string
	// Hang waits until ctx ends and returns its error.
	Hang bool
	// Err fails the reply; the text so far goes with it. May be nil.
	Err error
	// Panic, when not nil, is thrown.
	Panic any

	Calls     []store.Call
	Reasoning string
	Stop      provider.StopReason // empty: StopCalls with calls, StopEnd without
}

// Say is a reply of text.
func Say(chunks ...string) Reply { return Reply{Chunks: chunks} }

// Call is a reply of tool calls.
func Call(calls ...store.Call) Reply { return Reply{Calls: calls} }

// Fail is a reply that fails with a code.
func Fail(code provider.Code) Reply { return Reply{Err: &provider.Error{Code: code}} }

// Hang is a reply that never comes; started is closed when it was asked for.
func Hang(started chan<- struct{}) Reply { return Reply{Started: started, Hang: true} }

// Late is a reply that does not notice a cancel and comes once release is closed.
func Late(started chan<- struct{}, release <-chan struct{}, text string) Reply {
	return Reply{Started: started, Wait: release, Deaf: true, Tail: []string{text}}
}

func (r Reply) play(ctx context.Context, req provider.Request, emit func(provider.Event)) (provider.Reply, error) {
	if r.Started != nil {
		close(r.Started)
	}
	if r.Do != nil {
		r.Do(ctx, req)
	}
	if r.Backoff != 0 {
		emit(provider.Event{Waiting: r.Backoff})
	}
	for _, chunk := range r.Chunks {
		emit(provider.Event{Text: chunk})
	}
	if err := r.hold(ctx); err != nil {
		return provider.Reply{Text: strings.Join(r.Chunks, "")}, err
	}
	if r.Panic != nil {
		panic(r.Panic)
	}
	for _, chunk := range r.Tail {
		emit(provider.Event{Text: chunk})
	}
	out := provider.Reply{Text: strings.Join(slices.Concat(r.Chunks, r.Tail), ""), Reasoning: r.Reasoning, Stop: r.Stop}
	if r.Err != nil {
		return out, r.Err
	}
	out.Calls = append(out.Calls, r.Calls...)
	if out.Stop == "" {
		out.Stop = provider.StopEnd
		if len(out.Calls) > 0 {
			out.Stop = provider.StopCalls
		}
	}
	return out, nil
}

// hold waits as the reply says.
func (r Reply) hold(ctx context.Context) error {
	if r.Hang {
		<-ctx.Done()
		return ctx.Err()
	}
	if r.Wait == nil {
		return ctx.Err()
	}
	if r.Deaf {
		<-r.Wait
		return nil
	}
	select {
	case <-r.Wait:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}
