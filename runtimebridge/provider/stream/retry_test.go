package stream

import (
	"testing"
	"testing/synctest"
	"time"
)

func TestRetryAfter(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		for value, want := range map[string]time.Duration{
			"": 0, "abc": 0, "2": 2 * time.Second, "0.5": 500 * time.Millisecond, "0": 0, "-5": 0, "NaN": 0,
			"99999": 99999 * time.Second, "1e300": 1e9 * time.Second, "1e400": 1e9 * time.Second, "-1e400": 0, "Inf": 1e9 * time.Second,
			time.Now().Add(-time.Hour).UTC().Format(time.RFC1123):                         0,
			time.Now().Add(3 * time.Second).UTC().Format("Mon, 02 Jan 2006 15:04:05 GMT"): 3 * time.Second,
		} {
			if got := retryAfter(value); got != want {
				t.Errorf("%q: %v, want %v", value, got, want)
			}
		}
	})
}

func TestBackoffDoubles(t *testing.T) {
	c := New(Options{Backoff: time.Second})
	for attempt, least := range []time.Duration{1: time.Second, 2: 2 * time.Second, 3: 4 * time.Second} {
		if attempt == 0 {
			continue
		}
		if got := c.backoff(attempt, 0); got < least || got > least+least/4 {
			t.Errorf("attempt %d waits %v", attempt, got)
		}
	}
	if got := c.backoff(1, 7*time.Second); got != 7*time.Second {
		t.Errorf("asked for 7 s, waits %v", got)
	}
}
