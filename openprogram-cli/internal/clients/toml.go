package clients

import (
	"bytes"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"

	"github.com/pelletier/go-toml/v2"
	"github.com/pelletier/go-toml/v2/unstable"
)

// tomlTables is TOML in which every entry is a table with a header of its own.
// An entry in another form is left alone.
type tomlTables struct{}

func (t tomlTables) put(text []byte, path []string, value any) ([]byte, error) {
	before, err := decodeTOML(text)
	if err != nil {
		return nil, err
	}
	entry := value.(members)
	if there, ok := lookUp(before, path).(map[string]any); ok {
		entry = withAdded(entry, there)
		if reflect.DeepEqual(there, tree(entry)) {
			return text, nil
		}
	}
	rest, _, err := t.cut(text, path)
	if err != nil {
		return nil, err
	}
	lineEnd := "\n"
	if bytes.Contains(text, []byte("\r\n")) {
		lineEnd = "\r\n"
	}
	var out bytes.Buffer
	out.Write(bytes.TrimRight(rest, " \t\r\n"))
	if out.Len() > 0 {
		out.WriteString(lineEnd + lineEnd)
	}
	out.WriteString(strings.ReplaceAll(renderTables(path, entry), "\n", lineEnd))
	after, err := decodeTOML(out.Bytes())
	if err != nil || !reflect.DeepEqual(lookUp(after, path), tree(entry)) || !reflect.DeepEqual(without(before, path), without(after, path)) {
		return nil, ErrUnreadable
	}
	return out.Bytes(), nil
}

// withAdded is our entry with what its owner has added to the one that is there.
func withAdded(ours members, there map[string]any) members {
	out := slices.Clone(ours)
	for _, name := range slices.Sorted(maps.Keys(there)) {
		inner, isTable := there[name].(map[string]any)
		i := out.index(name)
		switch {
		case i >= 0:
			if own, ok := out[i].value.(members); ok && isTable {
				out[i].value = withAdded(own, inner)
			}
		case isTable:
			out = append(out, member{name, withAdded(nil, inner)})
		case !isOwnVariable(name):
			out = append(out, member{name, there[name]})
		}
	}
	return out
}

func (tomlTables) get(text []byte, path []string) (any, bool, error) {
	tree, err := decodeTOML(text)
	if err != nil {
		return nil, false, err
	}
	value := lookUp(tree, path)
	return value, value != nil, nil
}

func (tomlTables) cut(text []byte, path []string) ([]byte, bool, error) {
	before, err := decodeTOML(text)
	if err != nil {
		return nil, false, err
	}
	if lookUp(before, path) == nil {
		return text, false, nil
	}
	out := bytes.Clone(text)
	next := -1 // where a section of ours begins that was cut just now
	for _, s := range slices.Backward(sections(text)) {
		if len(s.key) < len(path) || !slices.Equal(s.key[:len(path)], path) {
			next = -1
			continue
		}
		end := s.end
		if next >= 0 {
			end = next // with the blank lines between two of ours
		}
		out = slices.Delete(out, s.begin, end)
		next = s.begin
	}
	after, err := decodeTOML(out)
	if err != nil || lookUp(after, path) != nil || !reflect.DeepEqual(without(before, path), without(after, path)) {
		return nil, false, ErrUnreadable
	}
	return out, true, nil
}

func decodeTOML(text []byte) (map[string]any, error) {
	tree := map[string]any{}
	if toml.Unmarshal(bytes.TrimPrefix(text, bom), &tree) != nil {
		return nil, ErrUnreadable
	}
	return tree, nil
}

func lookUp(tree map[string]any, path []string) any {
	for _, key := range path[:len(path)-1] {
		tree, _ = tree[key].(map[string]any)
	}
	return tree[path[len(path)-1]]
}

// without gives the tree less the value at a path and the tables above it that
// hold nothing else.
func without(tree map[string]any, path []string) map[string]any {
	out := map[string]any{}
	for key, value := range tree {
		if key != path[0] {
			out[key] = value
			continue
		}
		inner, ok := value.(map[string]any)
		if !ok || len(path) == 1 {
			continue
		}
		if inner = without(inner, path[1:]); len(inner) > 0 {
			out[key] = inner
		}
	}
	return out
}

// section is a table's header and what stands below it, up to the comments and
// blank lines above the next header.
type section struct {
	key        []string
	begin, end int
}

func sections(text []byte) []section {
	var out []section
	parser := unstable.Parser{}
	parser.Reset(text)
	for parser.NextExpression() {
		e := parser.Expression()
		if e.Kind != unstable.Table && e.Kind != unstable.ArrayTable {
			continue
		}
		var s section
		for keys := e.Key(); keys.Next(); {
			if len(s.key) == 0 {
				s.begin = lineStart(text, int(keys.Node().Raw.Offset))
			}
			s.key = append(s.key, string(keys.Node().Data))
		}
		if n := len(out); n > 0 {
			out[n-1].end = contentEnd(text, out[n-1].begin, s.begin)
		}
		s.end = len(text)
		out = append(out, s)
	}
	return out
}

func lineStart(text []byte, offset int) int { return bytes.LastIndexByte(text[:offset], '\n') + 1 }

// contentEnd is where a section ends whose next one begins at limit: comments
// directly above a header belong to that header.
func contentEnd(text []byte, begin, limit int) int {
	for end := limit; end > begin; {
		start := lineStart(text, end-1)
		line := bytes.TrimSpace(text[start:end])
		if len(line) > 0 && line[0] != '#' {
			return end
		}
		end = start
	}
	return limit
}

// renderTables writes an object as a table, and its inner objects as tables
// below it.
func renderTables(path []string, object members) string {
	var head, tables strings.Builder
	fmt.Fprintf(&head, "[%s]\n", strings.Join(path, "."))
	for _, m := range object {
		if inner, ok := m.value.(members); ok {
			tables.WriteString("\n" + renderTables(append(slices.Clone(path), m.name), inner))
			continue
		}
		line, err := toml.Marshal(map[string]any{m.name: m.value})
		if err != nil {
			panic("clients: no plain value")
		}
		head.Write(line)
	}
	return head.String() + tables.String()
}
