// Package modproxy is a module proxy in a directory: it holds modules that are
// not published, zipped as a proxy serves them, with the checksums that the go
// command computes for them.
//
// It is not a cache of other people's modules. Name it before a proxy that has
// those: GOPROXY=<Proxy.URL>,...
package modproxy
