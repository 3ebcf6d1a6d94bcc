package jsonl_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// FuzzDecode: whatever is read can be written, and is then read the same.
func FuzzDecode(f *testing.F) {
	f.Add(good)
	f.Add(strings.ReplaceAll(good, `"`, `" `))
	f.Add(`{"id":"s","title":"\ud800\u0000","agent_id":"","source":"","created_at":1e9,"updated_at":253402300799,"messages":[]}`)
	f.Fuzz(func(t *testing.T, text string) {
		session, err := read(text)
		if err != nil {
			return
		}
		again, err := read(write(t, session))
		if err != nil {
			t.Fatalf("what was written is refused: %v", err)
		}
		if diff := cmp.Diff(session, again); diff != "" {
			t.Errorf("read again (-first +second):\n%s", diff)
		}
	})
}
