package sqlitestore

import (
	"io"
	"os"
	"strings"
)

// maxCancelled bounds the list of cancelled turns, in bytes. What is older has
// been ended long ago.
const maxCancelled = 64 << 10

// cancelledTurns is a list beside the database of turns that were cancelled while
// the database could not be written to. Whoever ends such a turn later, in this
// process or in another one, has to know that its steps go. A turn is listed by
// the id of its assistant message, which no other database has.
type cancelledTurns struct{ path string }

// add lists a turn. Entries are short, so those of several processes do not mix.
func (c cancelledTurns) add(messageID string) error {
	file, err := openPrivateFile(c.path, os.O_RDWR|os.O_CREATE|os.O_APPEND)
	if err != nil {
		return err
	}
	info, err := file.Stat()
	if err == nil && info.Size() > maxCancelled {
		err = file.Truncate(0)
	}
	if err == nil {
		_, err = file.WriteString(messageID + "\n")
	}
	if err == nil {
		err = file.Sync()
	}
	if closed := file.Close(); err == nil {
		err = closed
	}
	return withoutPath(err)
}

// has reports whether a turn is listed. A list that cannot be read lists nothing.
func (c cancelledTurns) has(messageID string) bool {
	file, err := openPrivateFile(c.path, os.O_RDONLY)
	if err != nil {
		return false
	}
	defer file.Close()
	list, err := io.ReadAll(io.LimitReader(file, 2*maxCancelled))
	return err == nil && strings.Contains("\n"+string(list), "\n"+messageID+"\n")
}
