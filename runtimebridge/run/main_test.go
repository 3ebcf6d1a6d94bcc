package run_test

import (
	"os"
	"testing"

	"go.uber.org/goleak"
)

// TestMain also serves as the other process of the lock tests.
func TestMain(m *testing.M) {
	if path := os.Getenv(holderVariable); path != "" {
		os.Exit(holdLock(path, os.Args[1]))
	}
	goleak.VerifyTestMain(m)
}
