package file

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"

	"github.com/openprogram/openprogram-go/runtimebridge"
)

// failure is why a call failed, in words for the model that made it.
type failure struct {
	reason runtimebridge.ReasonCode
	text   string
}

// Error is the text for the model.
func (f *failure) Error() string { return f.text }

func failf(format string, args ...any) error {
	return &failure{text: fmt.Sprintf(format, args...)}
}

func failBecause(reason runtimebridge.ReasonCode, format string, args ...any) error {
	return &failure{reason: reason, text: fmt.Sprintf(format, args...)}
}

// failedResult turns an error into the result of the call. A call that was
// stopped has none.
func failedResult(ctx context.Context, err error) (runtimebridge.Result, error) {
	var cancelled *runtimebridge.Cancellation
	if ctx.Err() != nil || errors.As(err, &cancelled) {
		return runtimebridge.Result{}, err
	}
	var f *failure
	switch {
	case errors.As(err, &f):
		return runtimebridge.FailedResult(f.reason, f.text), nil
	case errors.Is(err, fs.ErrNotExist):
		return runtimebridge.FailedResult(runtimebridge.ReasonNotFound, systemText(err)), nil
	}
	return runtimebridge.FailedResult("", systemText(err)), nil
}

// systemText is what the system said, without the path, which may be a
// temporary one that means nothing to the reader.
func systemText(err error) string {
	var path *fs.PathError
	var link *os.LinkError
	switch {
	case errors.As(err, &path):
		return path.Err.Error()
	case errors.As(err, &link):
		return link.Err.Error()
	}
	return err.Error()
}

// about adds to a failure the file that it is about.
func about(path string, err error) error {
	reason := runtimebridge.ReasonCode("")
	text := systemText(err)
	var f *failure
	switch {
	case errors.As(err, &f):
		reason, text = f.reason, f.text
	case errors.Is(err, fs.ErrNotExist):
		reason = runtimebridge.ReasonNotFound
	}
	return failBecause(reason, "%s: %s", path, text)
}
