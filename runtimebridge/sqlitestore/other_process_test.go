//go:build unix

package sqlitestore_test

import (
	"context"
	"fmt"
	"os"
	"strconv"
	"strings"
	"syscall"
	"time"

	"github.com/openprogram/openprogram-go/runtimebridge/sqlitestore"
	"github.com/openprogram/openprogram-go/runtimebridge/store"
)

// pathVariable makes the test binary another process, at work on the database
// that it names.
const pathVariable = "SQLITESTORE_TEST_PATH"

func otherProcess(path string, arguments []string) int {
	var err error
	switch arguments[0] {
	case "talk":
		err = talkAloud(path, arguments[1], arguments[2])
	case "import":
		err = importAloud(path)
	case "probe":
		err = probeLock(path)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, arguments[0]+":", err)
		return 1
	}
	return 0
}

// talkAloud runs turns and says the id of each message once it is stored.
func talkAloud(path, id, turns string) error {
	s, err := sqlitestore.Open(path, sqlitestore.Options{})
	if err != nil {
		return err
	}
	n, err := strconv.Atoi(turns)
	for ; n > 0 && err == nil; n-- {
		err = turnAloud(s, id)
	}
	if err != nil {
		return err
	}
	return s.Close()
}

func turnAloud(s store.Store, id string) error {
	ctx := context.Background()
	begin := store.BeginTurn{SessionID: id, Text: "question"}
	if _, err := s.Session(ctx, id); err != nil {
		begin.New = new(store.NewSession)
	}
	turn, err := s.Begin(ctx, begin)
	if err != nil {
		return err
	}
	fmt.Println(turn.UserMessageID)
	for _, step := range []store.Step{
		{Kind: store.StepReply, Calls: []store.Call{{ID: "c", Name: "search", Arguments: "{}"}}},
		{Kind: store.StepResult, CallID: "c", Tool: "search"},
	} {
		if err := s.AppendStep(ctx, turn, step); err != nil {
			return err
		}
	}
	if err := s.Finish(ctx, turn, store.Ending{Text: "answer"}); err != nil {
		return err
	}
	fmt.Println(turn.AssistantMessageID)
	return nil
}

// importAloud says something for each batch that is in the transaction, and
// stops before the last, so that it can be killed there.
func importAloud(path string) error {
	s, err := sqlitestore.Open(path, sqlitestore.Options{})
	if err != nil {
		return err
	}
	_, err = s.Import(context.Background(), strings.NewReader(manyLines(1000)), store.ImportOptions{Report: func(done int) {
		fmt.Println(done)
		if done == 1000 {
			time.Sleep(time.Hour) // to be killed
		}
	}})
	return err
}

// probeLock says whether another process has SQLite's shared lock on a database:
// a read lock on the 510 bytes after the pending byte and the reserved byte.
func probeLock(path string) error {
	file, err := os.Open(path)
	if err != nil {
		return err
	}
	defer file.Close()
	lock := syscall.Flock_t{Type: syscall.F_WRLCK, Start: 0x40000000 + 2, Len: 510}
	if err := syscall.FcntlFlock(file.Fd(), syscall.F_GETLK, &lock); err != nil {
		return err
	}
	fmt.Println(map[bool]string{true: "free", false: "held"}[lock.Type == syscall.F_UNLCK])
	return nil
}
