// Package store says what the runtime needs of a session store: the Store
// interface, its values and its rules. Package sqlitestore is the store that
// ships, package storetest is the suite that any store must pass, and package
// jsonl is the file format of exports.
//
// It holds no locks across processes: whoever begins a turn already holds the
// session's lock (package run).
package store
