package process

import (
	"errors"
	"os"
)

var errNoStdout = errors.New("process: standard output cannot be taken")

// TakeStdout takes standard output for frames: what it returns is the only way
// to write there from now on. Descriptor 1 and os.Stdout lead to standard error,
// also for libraries and child processes.
func TakeStdout() (*os.File, error) {
	frames, err := redirect()
	if err != nil {
		return nil, errNoStdout
	}
	os.Stdout = os.Stderr
	return frames, nil
}
