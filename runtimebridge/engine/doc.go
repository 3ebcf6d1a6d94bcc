// Package engine assembles the embedded runtime: the session store, the session
// locks, the Runtime tools, the gate and the turns. An Engine is a
// runtimebridge.Runtime; Connect gives one client's view of it.
//
// Making an Engine opens nothing. The session database is opened by the first
// call that needs it, the memory index by the first search, and the provider is
// asked for when a turn begins, so a server can answer its first request at
// once, and works as far as it can when one part does not.
//
// The package has no settings of its own and reads no file to find any: what may
// change while it runs (rules, the allowlist, the provider) comes through
// functions in the Options. It authenticates nobody.
package engine
