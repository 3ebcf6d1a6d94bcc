//go:build !unix

package tool

func isNotDirectory(error) bool { return false }
