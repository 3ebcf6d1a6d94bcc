//go:build !unix

package sqlitestore

// databaseFile is one store's hold on a database file.
type databaseFile struct{}

func claimFile(string) (*databaseFile, error) { return nil, ErrUnsupported }

func (*databaseFile) readOnly() bool { return false }

func (*databaseFile) release() {}
