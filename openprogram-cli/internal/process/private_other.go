//go:build !unix

package process

// KeepPrivate does nothing here: the system writes no core files.
func KeepPrivate() {}
