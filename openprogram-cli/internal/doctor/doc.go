// Package doctor examines an installation the way a client depends on it: the
// token first, then everything that a server opens, then the clients'
// own files, and at last a real server with all its tools.
//
// It mends nothing. What it makes is what every start of a server makes, and
// without a state directory it makes nothing at all.
package doctor
