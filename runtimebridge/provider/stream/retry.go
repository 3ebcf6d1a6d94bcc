package stream

import (
	"context"
	"errors"
	"math/rand/v2"
	"net/http"
	"strconv"
	"time"

	"github.com/openprogram/openprogram-go/runtimebridge/provider"
)

// retryable says which failures may pass by themselves.
func retryable(code provider.Code) bool {
	switch code {
	case provider.CodeRateLimited, provider.CodeUnavailable, provider.CodeBroken, provider.CodeIdle:
		return true
	default:
		return false
	}
}

// backoff is how long to wait after the given attempt: what the provider asked
// for, or a doubling wait with jitter.
func (c *Client) backoff(attempt int, asked time.Duration) time.Duration {
	if asked > 0 {
		return asked
	}
	wait := c.options.Backoff << (attempt - 1)
	return wait + rand.N(wait/4+1)
}

// retryAfter reads the header: seconds or a date. What is past, negative or no
// number asks for nothing.
func retryAfter(value string) time.Duration {
	if seconds, err := strconv.ParseFloat(value, 64); err == nil || errors.Is(err, strconv.ErrRange) {
		if seconds <= 0 || seconds != seconds {
			return 0
		}
		return time.Duration(min(seconds, 1e9) * float64(time.Second))
	}
	if at, err := http.ParseTime(value); err == nil {
		return max(0, time.Until(at))
	}
	return 0
}

// pause waits, or returns ctx's cause.
func pause(ctx context.Context, wait time.Duration, waiting func(time.Duration)) error {
	if waiting != nil {
		waiting(wait)
	}
	timer := time.NewTimer(wait)
	defer timer.Stop()
	select {
	case <-timer.C:
		return nil
	case <-ctx.Done():
		return context.Cause(ctx)
	}
}
