package clients

import (
	"slices"
	"strings"
)

// members is an object whose members keep their order.
type members []member

type member struct {
	name  string
	value any
}

func (m members) index(name string) int {
	return slices.IndexFunc(m, func(one member) bool { return one.name == name })
}

func (m members) has(name string) bool { return m.index(name) >= 0 }

// isOwnVariable reports a variable that only this program reads. One from
// before, such as another profile's, must not stay in an entry.
func isOwnVariable(name string) bool { return strings.HasPrefix(name, "OPENPROGRAM_") }

// tree is a value as decoders give it.
func tree(value any) any {
	switch v := value.(type) {
	case members:
		out := map[string]any{}
		for _, m := range v {
			out[m.name] = tree(m.value)
		}
		return out
	case []string:
		out := make([]any, len(v))
		for i, item := range v {
			out[i] = item
		}
		return out
	default:
		return value
	}
}
