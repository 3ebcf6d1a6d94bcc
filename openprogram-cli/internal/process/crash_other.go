//go:build !unix

package process

import (
	"errors"
	"os"
)

// divert leaves standard error as it is: here a crash cannot be kept from it.
func divert() (*os.File, func(), error) { return nil, nil, errors.ErrUnsupported }
