//go:build unix && !linux

package process

// KeepPrivate keeps the memory of the process out of core files.
func KeepPrivate() { noCoreFiles() }
