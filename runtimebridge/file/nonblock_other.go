//go:build !unix

package file

const openNonblock = 0
