// Command rows is the least that reading a session can be: the rows of its
// messages in a loop, encoded, for every request on standard input. It is what
// scripts/bench compares session_get with.
package main

import (
	"bufio"
	"database/sql"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"strings"

	_ "modernc.org/sqlite" // the driver that the product uses
)

type message struct {
	Content   string  `json:"content"`
	ID        string  `json:"id"`
	Role      string  `json:"role"`
	Timestamp float64 `json:"timestamp"`
}

func main() {
	if len(os.Args) != 3 {
		fmt.Fprintln(os.Stderr, "rows DATABASE SESSION")
		os.Exit(2)
	}
	if err := answer(os.Stdin, os.Stdout, os.Args[1], os.Args[2]); err != nil {
		fmt.Fprintln(os.Stderr, "Error:", err)
		os.Exit(1)
	}
}

// answer gives the messages, oldest first, for each line with an id.
func answer(in io.Reader, out io.Writer, database, session string) error {
	db, err := sql.Open("sqlite", "file:"+database+"?mode=ro")
	if err != nil {
		return err
	}
	defer db.Close()
	requests := bufio.NewScanner(in)
	for requests.Scan() {
		if !strings.Contains(requests.Text(), `"id":`) {
			continue
		}
		messages, err := read(db, session)
		if err != nil {
			return err
		}
		if err := json.NewEncoder(out).Encode(messages); err != nil {
			return err
		}
	}
	return requests.Err()
}

func read(db *sql.DB, session string) ([]message, error) {
	rows, err := db.Query(`SELECT id, role, content, created_at FROM messages
		WHERE session = (SELECT key FROM sessions WHERE id = ?) ORDER BY seq`, session)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var messages []message
	for rows.Next() {
		var m message
		var micros int64
		if err := rows.Scan(&m.ID, &m.Role, &m.Content, &micros); err != nil {
			return nil, err
		}
		m.Timestamp = float64(micros) / 1e6
		messages = append(messages, m)
	}
	return messages, rows.Err()
}
