//go:build unix && !aix

package mcpauth

import (
	"errors"
	"os"
	"testing"
)

func TestATokenThatVanishes(t *testing.T) {
	p := newPlace(t)
	p.store(t, "stored-token")
	v := when(fileNamed, func() { check(t, os.Remove(p.path)) })
	if err := v.deleteToken(p.loc); err != ErrNoToken {
		t.Errorf("Delete: %v, want exactly ErrNoToken", err)
	}
}

func TestRotateNoticesInterference(t *testing.T) {
	for _, at := range []moment{wayChecked, tempMade, tempSynced, fileNamed, tokenNamed} {
		p := newPlace(t)
		p.store(t, "stored-token")
		token, err := when(at, func() { p.swap(t) }).rotateToken(p.loc)
		if err != ErrRotate || token.Reveal() != "" {
			t.Errorf("%s: %v, want exactly ErrRotate and no token", at, err)
		}
		entries, err := os.ReadDir(p.away)
		check(t, err)
		if len(entries) != 1 || entries[0].Name() != FileName {
			t.Errorf("%s: left behind %v", at, entries)
		}
	}
}

func TestDeleteNoticesInterference(t *testing.T) {
	p := newPlace(t)
	p.store(t, "stored-token")
	if err := when(wayChecked, func() { p.swap(t) }).deleteToken(p.loc); err != ErrDelete {
		t.Errorf("Delete: %v, want exactly ErrDelete", err)
	}
	if entries, err := os.ReadDir(p.away); err != nil || len(entries) != 1 {
		t.Errorf("deleted behind the link: %v, %v", entries, err)
	}
}

func TestDeleteIsDurable(t *testing.T) {
	p := newPlace(t)
	p.store(t, "stored-token")
	v := newVault()
	v.flush = func(*os.File) error { return errors.New("the disk is full") }
	if err := v.deleteToken(p.loc); err != ErrDelete {
		t.Errorf("Delete: %v, want exactly ErrDelete", err)
	}
}
