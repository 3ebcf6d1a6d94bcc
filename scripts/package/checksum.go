package main

import (
	"fmt"
	"os"
	"slices"
	"strings"
)

// checksumsName is the file that goreleaser has put the digests of the archives in.
const checksumsName = "checksums.txt"

// addChecksums adds the digests of more files, in the form and order of the others.
func (d *distribution) addChecksums(names ...string) error {
	text, err := os.ReadFile(d.path(checksumsName))
	if err != nil {
		return err
	}
	lines := strings.Split(strings.TrimSpace(string(text)), "\n")
	for _, name := range names {
		data, err := os.ReadFile(d.path(name))
		if err != nil {
			return err
		}
		lines = append(lines, digest(data)+"  "+name)
	}
	slices.SortFunc(lines, func(a, b string) int {
		return strings.Compare(lastField(a), lastField(b))
	})
	return os.WriteFile(d.path(checksumsName), []byte(strings.Join(lines, "\n")+"\n"), 0o644)
}

// checksumFaults finds what is delivered without its right digest, and digests of
// what is not delivered.
func (d *distribution) checksumFaults() ([]string, error) {
	text, err := os.ReadFile(d.path(checksumsName))
	if err != nil {
		return nil, err
	}
	names, err := d.delivered()
	if err != nil {
		return nil, err
	}
	said := map[string]string{}
	for line := range strings.Lines(string(text)) {
		said[lastField(line)], _, _ = strings.Cut(line, " ")
	}
	var faults []string
	for _, name := range names {
		if name == checksumsName {
			continue
		}
		data, err := os.ReadFile(d.path(name))
		if err != nil {
			return nil, err
		}
		if said[name] != digest(data) {
			faults = append(faults, fmt.Sprintf("%s has another digest than %s says", name, checksumsName))
		}
		delete(said, name)
	}
	for name := range said {
		faults = append(faults, fmt.Sprintf("%s names %s, which is not there", checksumsName, name))
	}
	return faults, nil
}

func lastField(line string) string {
	fields := strings.Fields(line)
	if len(fields) == 0 {
		return ""
	}
	return fields[len(fields)-1]
}
