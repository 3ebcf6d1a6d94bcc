package main

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
)

// distribution is the directory that goreleaser has filled.
type distribution struct {
	dir      string
	version  string            // without v
	programs map[string]string // the program for each system, such as linux/amd64
}

// openDistribution reads what goreleaser says that it has made.
func openDistribution(dir, version string) (*distribution, error) {
	data, err := os.ReadFile(filepath.Join(dir, "artifacts.json"))
	if err != nil {
		return nil, err
	}
	var artifacts []struct{ Type, Path, Goos, Goarch string }
	if err := json.Unmarshal(data, &artifacts); err != nil {
		return nil, fmt.Errorf("artifacts.json: %w", err)
	}
	d := &distribution{dir: dir, version: version, programs: map[string]string{}}
	for _, a := range artifacts {
		if a.Type == "Binary" {
			d.programs[a.Goos+"/"+a.Goarch] = filepath.Join(filepath.Dir(dir), filepath.FromSlash(a.Path))
		}
	}
	return d, nil
}

// path is the path of a file of the distribution.
func (d *distribution) path(name string) string { return filepath.Join(d.dir, name) }
