// Package atomicfile changes small files that people and several processes
// share: under a lock, and in one step, so that a crash leaves the old file or
// the new one and parallel changes are not lost.
//
// It is not for files that grow, and it knows nothing of what is in them.
package atomicfile
