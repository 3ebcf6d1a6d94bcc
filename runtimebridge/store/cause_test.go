package store_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"syscall"
	"testing"

	"github.com/openprogram/openprogram-go/runtimebridge"
	"github.com/openprogram/openprogram-go/runtimebridge/store"
)

func TestCause(t *testing.T) {
	for want, errs := range map[string][]error{
		"newer_schema":   {store.ErrNewerSchema},
		"not_a_database": {store.ErrForeignFile},
		"unsafe_file":    {store.ErrUnsafeFile},
		"damaged":        {store.ErrDamaged},
		"locked":         {store.ErrLocked},
		"read_only":      {store.ErrReadOnly},
		"disk_full":      {store.ErrNoSpace},
		"no_permission":  {syscall.EACCES},
		"unknown":        {errors.New("/home/someone"), &store.LineError{}},
		"": {
			nil, runtimebridge.ErrSessionNotFound, runtimebridge.ErrSessionBusy, runtimebridge.ErrClosed,
			store.ErrStaleTurn, store.ErrExists, store.ErrFull, store.ErrInvalid, context.Canceled, context.DeadlineExceeded,
		},
	} {
		for _, err := range errs {
			if err != nil {
				err = fmt.Errorf("in /home/someone: %w", err)
			}
			if got := store.Cause(err); got != want || strings.Contains(got, "/") {
				t.Errorf("%v: %q, want %q", err, got, want)
			}
		}
	}
}
