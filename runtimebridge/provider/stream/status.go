package stream

import (
	"context"
	"errors"
	"io"
	"net/http"
	"strconv"

	"github.com/openprogram/openprogram-go/runtimebridge/provider"
)

// maxErrorBody bounds what is read of an error answer, in bytes.
const maxErrorBody = 64 << 10

// statusError turns an answer that is not 200 into a provider error. Its text
// is read for its class only and never kept.
func statusError(response *http.Response, classes func(int, []byte) provider.Code) error {
	body, _ := io.ReadAll(io.LimitReader(response.Body, maxErrorBody))
	status := response.StatusCode
	failure := &provider.Error{
		Code:       byStatus(status),
		Detail:     "status " + strconv.Itoa(status),
		RetryAfter: retryAfter(response.Header.Get("Retry-After")),
	}
	if classes != nil {
		if code := classes(status, body); code != "" {
			failure.Code = code
		}
	}
	return failure
}

func byStatus(status int) provider.Code {
	switch {
	case status == http.StatusUnauthorized, status == http.StatusForbidden:
		return provider.CodeAuth
	case status == http.StatusPaymentRequired:
		return provider.CodeQuota
	case status == http.StatusNotFound:
		return provider.CodeModel
	case status == http.StatusRequestEntityTooLarge:
		return provider.CodeContextLimit
	case status == http.StatusTooManyRequests:
		return provider.CodeRateLimited
	case status == http.StatusRequestTimeout, status == http.StatusTooEarly, status >= 500:
		return provider.CodeUnavailable
	case status >= 400:
		return provider.CodeBadRequest
	case status >= 300:
		return provider.CodeMisconfigured
	default: // 204 and its kin carry no answer
		return provider.CodeBadReply
	}
}

// unreachable turns a failed connection into a provider error.
func unreachable(ctx context.Context, err error) error {
	if errors.Is(err, errRedirect) {
		return &provider.Error{Code: provider.CodeMisconfigured, Detail: "redirect"}
	}
	return idleOr(ctx, &provider.Error{Code: provider.CodeUnavailable, Detail: "connection"})
}
