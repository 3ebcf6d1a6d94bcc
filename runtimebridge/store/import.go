package store

// ImportOptions say what happens to sessions that exist.
type ImportOptions struct {
	Replace bool           // overwrite instead of skipping
	Report  func(done int) // told now and then how many sessions have been dealt with; may be nil
	// Busy reports whether a turn of the session runs in some process: such a
	// session is never replaced but skipped. It is called inside the
	// transaction and must be quick. Nil counts every session whose turn has
	// not ended as busy.
	Busy func(id string) bool
}

// Imported counts what an import did.
type Imported struct {
	Added, Replaced, Skipped int

	Busy int // of those skipped: they were to be replaced, and a turn runs in them
}
