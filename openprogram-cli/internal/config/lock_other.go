//go:build !unix

package config

// lock refuses: without file locks parallel changes could be lost.
func lock(string) (unlock func(), err error) {
	return nil, &Error{Problem: "settings cannot be changed by command on this system: edit config.json"}
}
