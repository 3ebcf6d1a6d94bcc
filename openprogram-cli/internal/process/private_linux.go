package process

import "golang.org/x/sys/unix"

// KeepPrivate keeps the memory and the first environment of the process, where
// the token has been, out of core files and from other processes of the same
// user. It is a second line of defence: what the system refuses is left as it is.
func KeepPrivate() {
	_ = unix.Prctl(unix.PR_SET_DUMPABLE, 0, 0, 0, 0)
	noCoreFiles()
}
