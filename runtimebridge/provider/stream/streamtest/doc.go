// Package streamtest is a scripted model endpoint on loopback for tests of
// providers: it speaks real HTTP and answers each request with the next reply of
// its script. It is for tests alone.
package streamtest
