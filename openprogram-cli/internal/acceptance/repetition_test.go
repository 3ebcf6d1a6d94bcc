//go:build unix

package acceptance_test

import "testing"

// repetitions is how often something that is up to chance is tried: n times, and a
// quarter of that with -short, which is for a run beside another that tries all.
func repetitions(n int) int {
	if testing.Short() {
		return max(n/4, 1)
	}
	return n
}
