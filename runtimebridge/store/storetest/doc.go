// Package storetest is the suite that any store.Store must pass.
//
//	func TestStore(t *testing.T) {
//		storetest.Run(t, func(t *testing.T) store.Store { ... })
//	}
//
// It tests the rules of the interface, not how a store keeps its data: damaged
// files, speed and several processes are the business of each store's own tests.
package storetest
