package stream

import (
	"context"
	"errors"
	"io"
	"time"

	"github.com/openprogram/openprogram-go/runtimebridge/provider"
)

// errSilence is the cause of an attempt that was ended for its silence.
var errSilence = errors.New("stream: silent for too long")

// watch ends an attempt that is silent: any byte counts against the limit on
// silence, only an event against the limit on content, so that keep-alive
// comments cannot hold a turn for ever.
type watch struct {
	options Options
	bytes   *time.Timer
	events  *time.Timer
}

func newWatch(o Options, cancel context.CancelCauseFunc) *watch {
	end := func() { cancel(errSilence) }
	return &watch{
		options: o,
		bytes:   time.AfterFunc(o.FirstByte, end),
		events:  time.AfterFunc(max(o.FirstByte, o.NoContent), end),
	}
}

func (w *watch) stop() {
	w.bytes.Stop()
	w.events.Stop()
}

// content notes that an event arrived.
func (w *watch) content() { w.events.Reset(w.options.NoContent) }

func (w *watch) reader(r io.Reader) io.Reader { return &watchedReader{watch: w, source: r} }

type watchedReader struct {
	watch  *watch
	source io.Reader
}

func (r *watchedReader) Read(p []byte) (int, error) {
	n, err := r.source.Read(p)
	if n > 0 {
		r.watch.bytes.Reset(r.watch.options.Silence)
	}
	return n, err
}

// idleOr gives the idle error when the attempt was ended for its silence, and
// err otherwise.
func idleOr(ctx context.Context, err error) error {
	if errors.Is(context.Cause(ctx), errSilence) {
		return &provider.Error{Code: provider.CodeIdle, Detail: "silent"}
	}
	return err
}
