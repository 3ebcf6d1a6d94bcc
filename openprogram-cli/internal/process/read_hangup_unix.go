//go:build unix && !linux

package process

// readHangup has no event of its own here.
const readHangup = 0
