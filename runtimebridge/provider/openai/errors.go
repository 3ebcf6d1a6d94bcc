package openai

import (
	"encoding/json"
	"strings"

	"github.com/openprogram/openprogram-go/runtimebridge/provider"
)

// errorBody is the error object of this format. Its code may be a number, and
// some servers send a bare string.
type errorBody struct {
	Message string `json:"message"`
	Type    string `json:"type"`
	Code    any    `json:"code"`
}

func parseError(raw json.RawMessage) errorBody {
	var e errorBody
	if json.Unmarshal(raw, &e) != nil {
		_ = json.Unmarshal(raw, &e.Message)
	}
	return e
}

// errorClass reads the body of an error answer for what its status leaves open.
func errorClass(status int, body []byte) provider.Code {
	var whole struct {
		Error   json.RawMessage `json:"error"`
		Message string          `json:"message"`
	}
	if json.Unmarshal(body, &whole) != nil {
		return ""
	}
	e := errorBody{Message: whole.Message}
	if len(whole.Error) > 0 {
		e = parseError(whole.Error)
	}
	return e.class()
}

// class is the code that the words of an error stand for, "" when they say
// nothing known.
func (e errorBody) class() provider.Code {
	code, _ := e.Code.(string)
	text := strings.ToLower(code + " " + e.Type + " " + e.Message)
	for _, c := range classes {
		for _, sign := range c.signs {
			if strings.Contains(text, sign) {
				return c.code
			}
		}
	}
	return ""
}

var classes = []struct {
	code  provider.Code
	signs []string
}{
	{provider.CodeQuota, []string{"insufficient_quota", "insufficient quota", "billing", "credit balance", "insufficient balance"}},
	{provider.CodeContextLimit, []string{
		"context_length_exceeded", "context length", "maximum context", "context window", "context size",
		"prompt is too long", "too many tokens", "input is too long", "exceed_context_size",
	}},
	{provider.CodeModel, []string{"model_not_found", "model not found", "does not exist", "unknown model", "no such model"}},
	{provider.CodeAuth, []string{"invalid_api_key", "invalid api key", "incorrect api key", "authentication"}},
}

// streamError is an error event inside a stream that began well.
func streamError(raw json.RawMessage) error {
	e := parseError(raw)
	code := e.class()
	switch {
	case code != "":
	case strings.Contains(strings.ToLower(e.Type+e.Message), "rate"):
		code = provider.CodeRateLimited
	default:
		code = provider.CodeUnavailable
	}
	return &provider.Error{Code: code, Detail: "error event"}
}
