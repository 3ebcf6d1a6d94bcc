//go:build !unix

package shell

import (
	"context"
	"errors"
)

var errUnsupported = errors.New("commands cannot be run on this system")

// execute refuses: without process groups, what a command starts could not be
// ended with it.
func execute(context.Context, job) (*finished, error) { return nil, errUnsupported }
