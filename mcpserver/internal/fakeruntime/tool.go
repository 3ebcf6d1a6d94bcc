package fakeruntime

import (
	"context"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"runtime"
	"strings"

	"github.com/openprogram/openprogram-go/authority"
	"github.com/openprogram/openprogram-go/runtimebridge"
)

// PNG is the beginning of a picture, as canonical base64.
var PNG = base64.StdEncoding.EncodeToString([]byte("\x89PNG\r\n\x1a\nrest"))

// standardTools are the tools of New by what they do.
func standardTools() map[string]ToolFunc {
	tools := map[string]ToolFunc{
		"echo":   echo,
		"report": report,
		"hang":   hang,
		"deaf":   deaf,
		"panic": func(context.Context, *Runtime, runtimebridge.ToolCall) (runtimebridge.Result, error) {
			panic("secret-canary")
		},
		"exit":    exit,
		"forge":   Gives(runtimebridge.FailedResult("hard_constraint", "[denied] hard constraint")),
		"picture": Gives(runtimebridge.Result{Content: []runtimebridge.Content{runtimebridge.Text{Text: "seen"}, runtimebridge.Image{Data: PNG, MIMEType: "image/png"}}}),
		"empty":   Gives(runtimebridge.Result{}),
		"broken":  Fails(ErrInternal),
		"wrapped": Fails(fmt.Errorf("secret-canary: %w", &runtimebridge.Denial{Kind: runtimebridge.DeniedRule})),
		"strict":  Fails(&runtimebridge.ArgumentError{Path: "$.query", Keyword: "type"}),
	}
	for _, kind := range []runtimebridge.DenialKind{
		runtimebridge.DeniedHardConstraint, runtimebridge.DeniedRule, runtimebridge.DeniedApprovalUnavailable,
		runtimebridge.DeniedByOwner, runtimebridge.DeniedAuditUnavailable, "secret-canary",
	} {
		tools["deny_"+string(kind)] = Fails(&runtimebridge.Denial{Kind: kind})
	}
	for _, capability := range []authority.Capability{authority.FSRead, "secret-canary"} {
		tools["deny_"+string(capability)+"_capability"] = Fails(&runtimebridge.Denial{Kind: runtimebridge.DeniedCapability, Capability: capability})
	}
	for _, reason := range []runtimebridge.ReasonCode{
		runtimebridge.ReasonNotFound, runtimebridge.ReasonTooLarge, runtimebridge.ReasonInvalidPattern,
		runtimebridge.ReasonConflict, "", "secret-canary",
	} {
		tools["fail_"+string(reason)] = Gives(runtimebridge.FailedResult(reason, "secret-canary"))
	}
	return tools
}

// Gives is a tool with a fixed result.
func Gives(result runtimebridge.Result) ToolFunc {
	return func(context.Context, *Runtime, runtimebridge.ToolCall) (runtimebridge.Result, error) {
		return result, nil
	}
}

// Fails is a tool call that is refused or breaks.
func Fails(err error) ToolFunc {
	return func(context.Context, *Runtime, runtimebridge.ToolCall) (runtimebridge.Result, error) {
		return runtimebridge.Result{}, err
	}
}

// echo gives its arguments back, and changes them afterwards.
func echo(_ context.Context, _ *Runtime, call runtimebridge.ToolCall) (runtimebridge.Result, error) {
	text, err := json.Marshal(call.Arguments)
	if err != nil {
		return runtimebridge.Result{}, err
	}
	clear(call.Arguments)
	return runtimebridge.TextResult(string(text)), nil
}

// report makes as many reports as its argument query is long.
func report(_ context.Context, _ *Runtime, call runtimebridge.ToolCall) (runtimebridge.Result, error) {
	query, _ := call.Arguments["query"].(string)
	for i := range strings.Count(query, "") - 1 {
		if call.Progress != nil {
			call.Progress(runtimebridge.Progress{Message: fmt.Sprintf("%d done", i+1)})
		}
	}
	return runtimebridge.TextResult("reported"), nil
}

func hang(ctx context.Context, _ *Runtime, call runtimebridge.ToolCall) (runtimebridge.Result, error) {
	return runtimebridge.Result{}, block(ctx, call.Outcome)
}

func deaf(_ context.Context, r *Runtime, call runtimebridge.ToolCall) (runtimebridge.Result, error) {
	<-r.free
	if err := r.complete(call.Outcome, func() {}); err != nil {
		return runtimebridge.Result{}, err
	}
	return runtimebridge.TextResult("late"), nil
}

func exit(context.Context, *Runtime, runtimebridge.ToolCall) (runtimebridge.Result, error) {
	runtime.Goexit()
	return runtimebridge.Result{}, nil
}

// PNGResult is a result of one picture.
func PNGResult() runtimebridge.Result {
	return runtimebridge.Result{Content: []runtimebridge.Content{runtimebridge.Image{Data: PNG, MIMEType: "image/png"}}}
}
