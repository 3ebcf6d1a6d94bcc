// Package sqlitestore keeps sessions in one SQLite database, through a driver
// written in Go. It implements store.Store.
//
// Many goroutines and several processes may use one database. The journal is a
// write-ahead log, so readers never wait; writers take the write lock at once
// (immediate transactions, one connection a process) and wait for their turn, so
// that a busy process overtakes nobody for long. They give up after half a minute:
// a slow disk and many processes take seconds, and whoever waits may hold the
// answer of a model. Small changes of one process that wait are committed together,
// each wholly or not at all. Every commit is synced to the disk (synchronous = FULL): a
// turn commits a handful of times, each a fraction of a millisecond beside a
// model call of seconds, and in return nothing that was acknowledged is lost
// with the power.
//
// The database and its companion files are private to the user: mode 0600 in a
// directory created 0700, whatever the umask. A file that this package did not
// make is refused and left as it is.
//
// The package decides nothing about turns beyond fencing them: who may begin one
// is package run's business. It belongs on a local disk: SQLite's write-ahead log
// does not work on network file systems, and Open warns where it finds one.
package sqlitestore
