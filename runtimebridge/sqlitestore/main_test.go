//go:build unix

package sqlitestore_test

import (
	"os"
	"testing"

	"go.uber.org/goleak"
)

// TestMain also serves as the other process of the tests with several.
func TestMain(m *testing.M) {
	if path := os.Getenv(pathVariable); path != "" {
		os.Exit(otherProcess(path, os.Args[1:]))
	}
	goleak.VerifyTestMain(m)
}
