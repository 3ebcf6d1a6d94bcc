package stream

import (
	"bytes"
	"context"
	"errors"
	"io"
	"log/slog"
	"net"
	"net/http"
	"time"

	"github.com/openprogram/openprogram-go/runtimebridge/provider"
)

// Options configure a Client. The zero value is usable.
type Options struct {
	Attempts    int           // requests at most, the first included; 0 means 4
	FirstByte   time.Duration // limit on silence before the answer begins; 0 means 5 min
	Silence     time.Duration // limit on silence inside the answer; 0 means 60 s
	NoContent   time.Duration // limit on an answer of comments alone; 0 means 5 min
	LongestWait time.Duration // a longer Retry-After fails at once; 0 means 60 s
	Backoff     time.Duration // the first wait, doubled each time; 0 means 500 ms
	Transport   http.RoundTripper
	Logger      *slog.Logger // nil discards
}

// Client posts requests. It may be used from many goroutines.
type Client struct {
	options Options
	http    *http.Client
}

// Handler takes the events of one attempt.
type Handler interface {
	// Event takes the data of one event and its type, which may be empty. A
	// *provider.Error ends the attempt.
	Event(kind, data string) error
	// Started reports whether the attempt has given output to anybody: then it
	// is not repeated.
	Started() bool
	// Done reports whether the answer is complete: nothing more is read.
	Done() bool
	// End is asked when the stream ends before Done: nil if what has come is a
	// whole answer all the same.
	End() error
}

// Post is one request.
type Post struct {
	URL     string
	Header  http.Header
	Body    []byte
	Attempt func() Handler                              // a fresh handler for each attempt
	Classes func(status int, body []byte) provider.Code // may be nil; "" leaves it to the status
	Waiting func(time.Duration)                         // told before a back-off; may be nil
}

// New returns a Client.
func New(o Options) *Client {
	defaultTo(&o.FirstByte, 5*time.Minute)
	defaultTo(&o.Silence, time.Minute)
	defaultTo(&o.NoContent, 5*time.Minute)
	defaultTo(&o.LongestWait, time.Minute)
	defaultTo(&o.Backoff, 500*time.Millisecond)
	if o.Attempts == 0 {
		o.Attempts = 4
	}
	if o.Logger == nil {
		o.Logger = slog.New(slog.DiscardHandler)
	}
	if o.Transport == nil {
		o.Transport = newTransport()
	}
	return &Client{options: o, http: &http.Client{Transport: o.Transport, CheckRedirect: sameHostOnly}}
}

func defaultTo(d *time.Duration, value time.Duration) {
	if *d == 0 {
		*d = value
	}
}

func newTransport() *http.Transport {
	return &http.Transport{
		Proxy:               http.ProxyFromEnvironment,
		DialContext:         (&net.Dialer{Timeout: 15 * time.Second, KeepAlive: 30 * time.Second}).DialContext,
		TLSHandshakeTimeout: 15 * time.Second,
		MaxIdleConnsPerHost: 4,
		IdleConnTimeout:     30 * time.Second,
		ForceAttemptHTTP2:   true,
	}
}

// errRedirect reports a redirect that would carry the key or the request
// somewhere else.
var errRedirect = errors.New("stream: redirect refused")

func sameHostOnly(next *http.Request, via []*http.Request) error {
	first := via[0]
	if len(via) > 3 || next.Method != first.Method || next.URL.Host != first.URL.Host || next.URL.Scheme != first.URL.Scheme {
		return errRedirect
	}
	return nil
}

// CloseIdle closes the connections that are kept for the next request.
func (c *Client) CloseIdle() { c.http.CloseIdleConnections() }

// Do posts until an attempt completes, fails for good, or has given output. The
// error is a *provider.Error, or ctx's.
func (c *Client) Do(ctx context.Context, p Post) (Handler, error) {
	for attempt := 1; ; attempt++ {
		handler := p.Attempt()
		err := c.once(ctx, p, handler)
		if err == nil {
			return handler, nil
		}
		if ctx.Err() != nil {
			return handler, context.Cause(ctx)
		}
		var failure *provider.Error
		if !errors.As(err, &failure) {
			failure = &provider.Error{Code: provider.CodeBroken, Detail: "read"}
		}
		c.options.Logger.Debug("model request failed", "code", string(failure.Code), "detail", failure.Detail, "attempt", attempt)
		if handler.Started() || attempt >= c.options.Attempts || !retryable(failure.Code) {
			return handler, failure
		}
		wait := c.backoff(attempt, failure.RetryAfter)
		if wait > c.options.LongestWait {
			return handler, failure
		}
		if err := pause(ctx, wait, p.Waiting); err != nil {
			return handler, err
		}
	}
}

// once makes one attempt.
func (c *Client) once(ctx context.Context, p Post, handler Handler) error {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	watch := newWatch(c.options, cancel)
	defer watch.stop()

	request, err := http.NewRequestWithContext(ctx, http.MethodPost, p.URL, bytes.NewReader(p.Body))
	if err != nil {
		return &provider.Error{Code: provider.CodeMisconfigured, Detail: "url"}
	}
	for name, values := range p.Header {
		request.Header[name] = values
	}
	request.Header.Set("Content-Type", "application/json")
	request.Header.Set("Accept", "text/event-stream, application/json")
	response, err := c.http.Do(request)
	if err != nil {
		return unreachable(ctx, err)
	}
	defer drain(response.Body)
	if response.StatusCode != http.StatusOK {
		return statusError(response, p.Classes)
	}
	if err := read(watch.reader(response.Body), response.Header.Get("Content-Type"), handler, watch.content); err != nil {
		return idleOr(ctx, err)
	}
	if handler.Done() {
		return nil
	}
	return idleOr(ctx, handler.End())
}

// drain lets the connection be used again when little is left, and closes it
// otherwise.
func drain(body io.ReadCloser) {
	_, _ = io.CopyN(io.Discard, body, 1024)
	_ = body.Close()
}
