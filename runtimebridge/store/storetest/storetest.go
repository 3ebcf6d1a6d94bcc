package storetest

import (
	"testing"

	"github.com/openprogram/openprogram-go/runtimebridge/store"
)

// Run runs the suite. open gives a new, empty store each time it is called; the
// suite closes it.
func Run(t *testing.T, open func(t *testing.T) store.Store) {
	groups := []struct {
		name  string
		tests []test
	}{
		{"Sessions", sessionTests},
		{"Turn", turnTests},
		{"Fence", fenceTests},
		{"Repair", repairTests},
		{"Text", textTests},
		{"Export", exportTests},
		{"Import", importTests},
		{"Concurrent", concurrentTests},
	}
	for _, group := range groups {
		t.Run(group.name, func(t *testing.T) {
			for _, test := range group.tests {
				t.Run(test.name, func(t *testing.T) { test.run(newFixture(t, open)) })
			}
		})
	}
}

// test is one case, with a store of its own.
type test struct {
	name string
	run  func(*fixture)
}
