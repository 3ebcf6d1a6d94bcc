package main

import (
	"context"
	"errors"
	"strings"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// release is how long a provider may be kept after a cancel.
const release = time.Second

var errNotReached = errors.New("the prompt did not reach the endpoint")

func cancellation(ctx context.Context, s *stage) error {
	s.script.scene("With a model behind it, a prompt is cancelled while it runs")
	model, err := newEndpoint(ctx)
	if err != nil {
		return err
	}
	defer model.close()
	if err := useModel(ctx, s, model.url); err != nil {
		return err
	}
	first, err := s.serve(ctx, "client")
	if err != nil {
		return err
	}
	second, err := s.serve(ctx, "another")
	if err != nil {
		return err
	}
	s.client = first
	s.script.request("client", `prompt_send {"prompt":"Answer slowly","session_id":"`+s.session+`"}`)
	ended := make(chan outcome, 1)
	go func() {
		r, err := first.send(ctx, &mcp.CallToolParams{Name: "prompt_send", Arguments: map[string]any{"prompt": "Answer slowly", "session_id": s.session}})
		ended <- outcome{r, err}
	}()
	select {
	case <-model.started:
	case o := <-ended:
		s.script.answer(o.String())
		return errNotReached
	}
	if err := foreign(ctx, s, second); err != nil {
		return err
	}
	return stop(ctx, s, model, ended)
}

// outcome is how a call in the background ended.
type outcome struct {
	reply
	err error
}

// useModel points the configuration at the endpoint and ends the server that
// still runs with the old one.
func useModel(ctx context.Context, s *stage, url string) error {
	for _, setting := range [][2]string{
		{"provider.kind", "openai"}, {"provider.model", "slow-model"},
		{"provider.base_url", url}, {"provider.api_key_env", "WALKTHROUGH_KEY"},
	} {
		if _, err := s.run(ctx, false, "config", "set", setting[0], setting[1]); err != nil {
			return err
		}
	}
	return s.client.close()
}

// foreign lets a client on another connection try what only the first may do.
func foreign(ctx context.Context, s *stage, other *client) error {
	r, err := other.call(ctx, "prompt_cancel", map[string]any{"session_id": s.session})
	if err != nil {
		return err
	}
	s.script.check(r.text == `{"cancelled":false,"session_id":"`+s.session+`"}`, "another connection cannot cancel it")
	r, err = other.call(ctx, "prompt_send", map[string]any{"prompt": "Me too", "session_id": s.session})
	if err != nil {
		return err
	}
	s.script.check(r.String() == `isError: {"error":"session is busy"}`, "nor prompt the same session meanwhile")
	return other.close()
}

func stop(ctx context.Context, s *stage, model *endpoint, ended <-chan outcome) error {
	r, err := s.client.call(ctx, "prompt_cancel", map[string]any{"session_id": s.session})
	if err != nil {
		return err
	}
	s.script.check(r.text == `{"cancelled":true,"session_id":"`+s.session+`"}`, "its own connection can")
	select {
	case <-model.left:
		s.script.check(true, "the model's endpoint was let go within a second")
	case <-time.After(release):
		s.script.check(false, "the model's endpoint was let go within a second")
	}
	o := <-ended
	if o.err != nil {
		return o.err
	}
	s.script.request("client", "(the answer to its prompt_send)")
	s.script.answer(o.String())
	s.script.check(o.String() == "protocol error 0: Request cancelled", "the cancelled prompt ends in an error, never in a result")

	r, err = s.client.call(ctx, "prompt_send", map[string]any{"prompt": "Go on", "session_id": s.session})
	if err != nil {
		return err
	}
	var answer sent
	s.script.check(r.decode(&answer) && answer.Text == "Understood: Go on", "the next prompt goes through")

	r, err = s.client.call(ctx, "session_get", map[string]any{"session_id": s.session})
	if err != nil {
		return err
	}
	s.script.check(r.good() && strings.Contains(r.text, "[cancelled]") && !strings.Contains(r.text, "Let me think"), "and the history says what happened and keeps nothing of the broken answer")
	return nil
}
