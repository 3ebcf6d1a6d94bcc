package app

import (
	"errors"
	"io"
	"log/slog"
	"os"

	"github.com/openprogram/openprogram-go/openprogram-cli/internal/process"
)

var errLogFile = errors.New("the log file cannot be used")

// LogOptions say where diagnostics go. They hold names, codes and counts, never
// what a client or the owner has written.
type LogOptions struct {
	Level slog.Level
	File  string // empty: standard error
}

// open gives the logger, and what is to be called at the end.
func (o LogOptions) open(stderr io.Writer) (logger *slog.Logger, end func(), err error) {
	handler := &slog.HandlerOptions{Level: o.Level}
	if o.File == "" {
		drain := process.NewDrain(stderr)
		return slog.New(slog.NewTextHandler(drain, handler)), drain.Close, nil
	}
	f, err := openLogFile(o.File)
	if err != nil {
		return nil, nil, errLogFile
	}
	return slog.New(slog.NewTextHandler(f, handler)), func() { f.Close() }, nil
}

// openLogFile opens a file to append to, readable by its owner only also when
// it was there before.
func openLogFile(path string) (*os.File, error) {
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_APPEND|noFollow, 0o600)
	if err != nil {
		return nil, err
	}
	info, err := f.Stat()
	if err == nil && !info.Mode().IsRegular() {
		err = errLogFile
	}
	if err == nil {
		err = f.Chmod(0o600)
	}
	if err != nil {
		f.Close()
		return nil, err
	}
	return f, nil
}
