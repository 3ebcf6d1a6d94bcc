package process

import "os"

// Input is a file to read from, mostly a pipe, that can tell that nobody will
// write to it any more although something is left to read.
type Input struct{ file *os.File }

// NewInput gives an Input on f, which stays the caller's. It reads nothing yet.
// Where the system can, waiting for input takes no thread.
func NewInput(f *os.File) Input { return Input{file: awaitable(f)} }

// Read reads from the file.
func (in Input) Read(p []byte) (int, error) { return in.file.Read(p) }

// HungUp reports whether the other end has been closed. It does not block, and
// reports false where the system cannot tell.
func (in Input) HungUp() bool { return hungUp(in.file) }
