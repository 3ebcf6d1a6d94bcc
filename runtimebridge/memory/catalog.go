package memory

import (
	"slices"
	"strings"

	"github.com/openprogram/openprogram-go/runtimebridge/memory/internal/index"
	"golang.org/x/text/unicode/norm"
)

// catalog is what the index has of one source, with running totals.
type catalog struct {
	notes    map[string]index.Note
	sum      uint64 // of the digests: the same content gives the same sum in any order
	readable int
	bytes    int64    // of the readable
	sorted   []string // the readable paths, nil when they have to be sorted again
}

func (c *catalog) set(n index.Note) {
	c.remove(n.Path)
	c.notes[n.Path] = n
	c.sum += uint64(n.Digest)
	if n.Status != index.Readable {
		return
	}
	c.readable++
	c.bytes += n.Stamp.Size
	if c.sorted != nil {
		i, _ := slices.BinarySearch(c.sorted, n.Path)
		c.sorted = slices.Insert(c.sorted, i, n.Path)
	}
}

func (c *catalog) remove(path string) {
	old, ok := c.notes[path]
	if !ok {
		return
	}
	delete(c.notes, path)
	c.sum -= uint64(old.Digest)
	if old.Status != index.Readable {
		return
	}
	c.readable--
	c.bytes -= old.Stamp.Size
	if c.sorted != nil {
		i, _ := slices.BinarySearch(c.sorted, path)
		c.sorted = slices.Delete(c.sorted, i, i+1)
	}
}

// unsort is for many changes at once: it is cheaper to sort again than to insert.
func (c *catalog) unsort() { c.sorted = nil }

// paths gives the readable paths that begin with a prefix, sorted.
func (c *catalog) paths(prefix string) []string {
	if c.sorted == nil {
		c.sorted = make([]string, 0, c.readable)
		for path, n := range c.notes {
			if n.Status == index.Readable {
				c.sorted = append(c.sorted, path)
			}
		}
		slices.Sort(c.sorted)
	}
	if prefix == "" {
		return slices.Clone(c.sorted)
	}
	prefix = norm.NFC.String(prefix)
	var found []string
	for _, path := range c.sorted {
		if strings.HasPrefix(norm.NFC.String(path), prefix) {
			found = append(found, path)
		}
	}
	return found
}

// find finds a note by its path. The same name in another normal form will do:
// some systems take names apart, and people never see it.
func (c *catalog) find(path string) (index.Note, bool) {
	if note, ok := c.notes[path]; ok {
		return note, true
	}
	wanted := norm.NFC.String(path)
	if isASCII(wanted) {
		return index.Note{}, false
	}
	for candidate, note := range c.notes {
		if norm.NFC.String(candidate) == wanted {
			return note, true
		}
	}
	return index.Note{}, false
}

func isASCII(s string) bool {
	return !strings.ContainsFunc(s, func(r rune) bool { return r > 0x7F })
}

// cleanPrefix lets a prefix be written as people write paths.
func cleanPrefix(prefix string) string {
	return strings.TrimLeft(strings.TrimPrefix(prefix, "./"), "/")
}
