package anthropic

import (
	"encoding/json"
	"strings"

	"github.com/openprogram/openprogram-go/runtimebridge/provider"
)

type errorBody struct {
	Type    string `json:"type"`
	Message string `json:"message"`
}

// errorClass reads the body of an error answer for what its status leaves open.
func errorClass(_ int, body []byte) provider.Code {
	var whole struct {
		Error errorBody `json:"error"`
	}
	if json.Unmarshal(body, &whole) != nil {
		return ""
	}
	return whole.Error.class()
}

// class is the code that an error stands for, "" when its type says nothing
// that the status does not.
func (e errorBody) class() provider.Code {
	text := strings.ToLower(e.Message)
	switch {
	case e.Type == "billing_error", strings.Contains(text, "credit balance"):
		return provider.CodeQuota
	case e.Type == "request_too_large", strings.Contains(text, "prompt is too long"), strings.Contains(text, "context window"),
		strings.Contains(text, "context limit"):
		return provider.CodeContextLimit
	}
	switch e.Type {
	case "authentication_error", "permission_error":
		return provider.CodeAuth
	case "not_found_error":
		return provider.CodeModel
	case "rate_limit_error":
		return provider.CodeRateLimited
	case "overloaded_error", "api_error", "timeout_error":
		return provider.CodeUnavailable
	case "invalid_request_error":
		return provider.CodeBadRequest
	}
	return ""
}

// streamError is an error event inside a stream that began well.
func streamError(raw json.RawMessage) error {
	var e errorBody
	_ = json.Unmarshal(raw, &e) // an unreadable error is still an error
	code := e.class()
	if code == "" {
		code = provider.CodeUnavailable
	}
	return &provider.Error{Code: code, Detail: "error event"}
}
