package stream

import (
	"bytes"
	"io"
	"mime"

	"github.com/tmaxmax/go-sse"

	"github.com/openprogram/openprogram-go/runtimebridge/provider"
)

// The bounds of what is read.
const (
	maxEvent = 8 << 20  // bytes of one event
	maxBody  = 32 << 20 // bytes of an answer that is no event stream
)

// read gives every event of an answer to the handler. An endpoint that ignores
// the wish for a stream answers with one JSON value: that is one event.
func read(body io.Reader, contentType string, handler Handler, arrived func()) error {
	if media, _, err := mime.ParseMediaType(contentType); err == nil && media == "application/json" {
		return readWhole(body, handler)
	}
	for event, err := range sse.Read(&closingReader{source: body}, &sse.ReadConfig{MaxEventSize: maxEvent}) {
		if err != nil {
			return &provider.Error{Code: provider.CodeBroken, Detail: "read"}
		}
		arrived()
		if event.Data == "" {
			continue
		}
		if err := handler.Event(event.Type, event.Data); err != nil {
			return err
		}
		if handler.Done() {
			return nil
		}
	}
	return nil
}

func readWhole(body io.Reader, handler Handler) error {
	whole, err := io.ReadAll(io.LimitReader(body, maxBody+1))
	if err != nil || len(whole) > maxBody {
		return &provider.Error{Code: provider.CodeBroken, Detail: "read"}
	}
	if len(bytes.TrimSpace(whole)) == 0 {
		return &provider.Error{Code: provider.CodeBadReply, Detail: "empty"}
	}
	return handler.Event("", string(whole))
}

// closingReader ends a stream with the blank line that dispatches its last
// event, which many servers leave out. Half an event then reaches the handler
// too, which refuses it as broken JSON.
type closingReader struct {
	source io.Reader
	tail   []byte
	ended  bool
}

func (r *closingReader) Read(p []byte) (int, error) {
	if r.ended {
		if len(r.tail) == 0 {
			return 0, io.EOF
		}
		n := copy(p, r.tail)
		r.tail = r.tail[n:]
		return n, nil
	}
	n, err := r.source.Read(p)
	if err == io.EOF {
		r.ended, r.tail = true, []byte("\n\n")
		err = nil
	}
	return n, err
}
