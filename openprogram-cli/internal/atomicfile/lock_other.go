//go:build !unix

package atomicfile

import "errors"

// Lock refuses: without file locks parallel changes could be lost.
func Lock(string) (unlock func(), err error) { return nil, errors.ErrUnsupported }
