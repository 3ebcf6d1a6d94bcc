//go:build unix && !linux

package shell

// keepDescriptors has nothing to do where descriptors cannot be marked at once.
func keepDescriptors() {}
