package turn

import (
	"strconv"
	"strings"
)

// maxCallID is the longest call id, in bytes, that every provider accepts.
const maxCallID = 40

// callIDs hands out the ids under which calls are shown to a model. An id that
// some provider would refuse, or that was given before, is replaced; the same
// history always gives the same ids.
type callIDs struct {
	taken map[string]bool
	made  int
}

// assign gives the id to show for a call whose own id is raw.
func (c *callIDs) assign(raw string) string {
	if c.taken == nil {
		c.taken = map[string]bool{}
	}
	id := raw
	for !isPlainName(id, maxCallID) || c.taken[id] {
		c.made++
		id = "call_" + strconv.Itoa(c.made)
	}
	c.taken[id] = true
	return id
}

// maxToolName is the longest tool name, in bytes, that every provider accepts.
const maxToolName = 64

// plainToolName turns a name that a model made up into one that can be sent
// back to any provider. The names of real tools stay as they are.
func plainToolName(name string) string {
	name = strings.Map(func(r rune) rune {
		if isPlain(r) {
			return r
		}
		return '_'
	}, name)
	if len(name) > maxToolName {
		name = name[:maxToolName]
	}
	if name == "" {
		return "unknown"
	}
	return name
}

func isPlainName(s string, limit int) bool {
	if s == "" || len(s) > limit {
		return false
	}
	for _, r := range s {
		if !isPlain(r) {
			return false
		}
	}
	return true
}

func isPlain(r rune) bool {
	return r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || r == '_' || r == '-'
}
