package mcpserver

// stackRoom is what a call needs of a stack, more or less, in bytes.
const stackRoom = 12 << 10

// growStack gives the stack of a new goroutine its size at once. It would begin
// with 2 KiB, and be moved, frame by frame, each time it has doubled.
//
//go:noinline
func growStack(i int) byte {
	var room [stackRoom]byte
	return room[i]
}
