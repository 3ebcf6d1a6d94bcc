package memory

import (
	"errors"
	"io/fs"

	"github.com/openprogram/openprogram-go/runtimebridge/memory/internal/folder"
)

// outcome turns an error of a folder into one of this package, where there is
// one for it.
func outcome(err error) error {
	for _, known := range []struct{ from, to error }{
		{folder.ErrChanged, ErrConflict},
		{folder.ErrTooLarge, ErrTooLarge},
		{folder.ErrPath, ErrPath},
		{fs.ErrNotExist, ErrNotFound},
	} {
		if errors.Is(err, known.from) {
			return known.to
		}
	}
	return err
}
