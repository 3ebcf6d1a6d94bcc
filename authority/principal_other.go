//go:build !unix

package authority

// LoadOwner refuses with ErrUnsupportedPlatform: file modes and links here do
// not protect the file as they do on a POSIX system.
func LoadOwner(stateDir string) (Principal, error) { return Principal{}, ErrUnsupportedPlatform }
