package app

import (
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestWith(t *testing.T) {
	environ := []string{"A=1", "TOKEN=old", "TOKENS=2", "TOKEN=older"}
	got := with(environ, map[string]string{"TOKEN": "new", "B": "3"})
	slices.Sort(got)
	if diff := cmp.Diff([]string{"A=1", "B=3", "TOKEN=new", "TOKENS=2"}, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if environ[1] != "TOKEN=old" {
		t.Error("the environment of the caller was changed")
	}
}
