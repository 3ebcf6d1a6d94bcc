//go:build !unix

package chat

// takeKeyboard leaves the keyboard to the editor, which does not read standard
// input here.
func takeKeyboard() (k *keyboard, restore func(), err error) { return nil, func() {}, nil }
