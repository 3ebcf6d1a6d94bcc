package sqlitestore_test

import (
	"errors"
	"testing"

	"github.com/openprogram/openprogram-go/runtimebridge/store"
)

func TestCheck(t *testing.T) {
	const unchecked = "PRAGMA ignore_check_constraints = 1; PRAGMA foreign_keys = 0"
	for name, c := range map[string]struct {
		damage string
		err    error
	}{
		"whole":               {"", nil},
		"a missing parent":    {"DELETE FROM messages WHERE seq = 1", store.ErrDamaged},
		"steps of no session": {"INSERT INTO steps VALUES (99, 1, 0, '{\"kind\":\"summary\",\"text\":\"x\"}')", store.ErrDamaged},
		"a row out of bounds": {"UPDATE messages SET seq = -seq WHERE seq = 2", store.ErrDamaged},
	} {
		t.Run(name, func(t *testing.T) {
			s := newStore(t)
			talk(t, s, "a")
			talk(t, s, "b")
			write, _ := s.Pools()
			if c.damage != "" {
				execute(t, write, unchecked, c.damage)
			}
			count, err := s.Check(t.Context())
			if !errors.Is(err, c.err) || err == nil && count != 2 {
				t.Errorf("%d sessions, error %v, want %v", count, err, c.err)
			}
		})
	}
}
