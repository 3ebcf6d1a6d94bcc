package process_test

import (
	"fmt"

	"golang.org/x/sys/unix"
)

// dumpable says whether others of the same user may look into this process.
func dumpable() string {
	value, err := unix.PrctlRetInt(unix.PR_GET_DUMPABLE, 0, 0, 0, 0)
	if err != nil {
		panic(err)
	}
	return fmt.Sprint(value)
}
