package candidate

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/mod/modfile"
	"golang.org/x/mod/module"

	"github.com/openprogram/openprogram-go/scripts/internal/modproxy"
	"github.com/openprogram/openprogram-go/scripts/internal/workspace"
)

// Require makes the module in dir require its siblings at the given versions,
// by name, and puts their checksums into its go.sum in place of all that was
// said of siblings there. Siblings must have been added before.
func (c *Candidate) Require(dir string, versions map[string]string) error {
	name := filepath.Join(dir, "go.mod")
	data, err := os.ReadFile(name)
	if err != nil {
		return err
	}
	file, err := modfile.Parse(name, data, nil)
	if err != nil {
		return err
	}
	var lines strings.Builder
	for _, r := range slices.Clone(file.Require) {
		version := versions[strings.TrimPrefix(r.Mod.Path, workspace.Base)]
		if !strings.HasPrefix(r.Mod.Path, workspace.Base) || version == "" {
			continue
		}
		if err := file.AddRequire(r.Mod.Path, version); err != nil {
			return err
		}
		lines.WriteString(c.sums[r.Mod.Path+"@"+version].Lines(r.Mod.Path, version))
	}
	changed, err := file.Format()
	if err != nil {
		return err
	}
	if err := os.WriteFile(name, changed, 0o644); err != nil {
		return err
	}
	return addSums(filepath.Join(dir, "go.sum"), lines.String())
}

func addSums(name, lines string) error {
	data, err := os.ReadFile(name)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	text := sortedSums(modproxy.DropLines(string(data), workspace.Base) + lines)
	if text == "" {
		return nil
	}
	return os.WriteFile(name, []byte(text), 0o644)
}

// sortedSums puts the lines of a go.sum into the order in which the go command
// writes them, so that it finds nothing to tidy.
func sortedSums(text string) string {
	lines := slices.Collect(strings.Lines(text))
	slices.SortStableFunc(lines, func(a, b string) int {
		pair := []module.Version{sumVersion(a), sumVersion(b)}
		if pair[0] == pair[1] {
			return 0
		}
		first := pair[0]
		module.Sort(pair)
		if pair[0] == first {
			return -1
		}
		return 1
	})
	return strings.Join(lines, "")
}

func sumVersion(line string) module.Version {
	fields := strings.Fields(line)
	if len(fields) < 2 {
		return module.Version{Path: line}
	}
	return module.Version{Path: fields[0], Version: fields[1]}
}
