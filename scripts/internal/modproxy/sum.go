package modproxy

import (
	"bytes"
	"fmt"
	"io"
	"strings"

	"golang.org/x/mod/sumdb/dirhash"
)

// Sums are the checksums of one version of a module, in the form of a go.sum:
// "h1:" and a base64 SHA-256.
type Sums struct {
	Zip string // of all its files
	Mod string // of its go.mod
}

func sums(zipFile string, goMod []byte) (Sums, error) {
	whole, err := dirhash.HashZip(zipFile, dirhash.Hash1)
	if err != nil {
		return Sums{}, err
	}
	alone, err := dirhash.Hash1([]string{"go.mod"}, func(string) (io.ReadCloser, error) {
		return io.NopCloser(bytes.NewReader(goMod)), nil
	})
	return Sums{Zip: whole, Mod: alone}, err
}

// Lines are the two lines that a go.sum has for the version.
func (s Sums) Lines(path, version string) string {
	return fmt.Sprintf("%s %s %s\n%s %s/go.mod %s\n", path, version, s.Zip, path, version, s.Mod)
}

// DropLines takes out of a go.sum every line about modules whose path starts
// with the prefix.
func DropLines(goSum, prefix string) string {
	var kept strings.Builder
	for line := range strings.Lines(goSum) {
		if !strings.HasPrefix(line, prefix) {
			kept.WriteString(line)
		}
	}
	return kept.String()
}
