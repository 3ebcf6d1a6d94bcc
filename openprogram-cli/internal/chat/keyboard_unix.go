//go:build unix

package chat

import "os"

// takeKeyboard puts a keyboard in front of the editor that is made until restore.
func takeKeyboard() (k *keyboard, restore func(), err error) {
	k, in, err := newKeyboard(os.Stdin)
	if err != nil {
		return nil, nil, err
	}
	return k, swapStdin(in), nil
}
