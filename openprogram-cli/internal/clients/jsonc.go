package clients

import (
	"bytes"
	"encoding/json"
	"slices"
	"strings"

	"github.com/tailscale/hujson"
)

// jsonc is JSON with comments and trailing commas, as most clients read it.
type jsonc struct{}

func (jsonc) put(text []byte, path []string, value any) ([]byte, error) {
	document, err := parseJSONC(text)
	if err != nil {
		return nil, err
	}
	style := styleOf(text)
	object, depth := &document.root, 1
	for ; len(path) > 1; path, depth = path[1:], depth+1 {
		if object, err = child(object, path[0], depth, style); err != nil {
			return nil, err
		}
	}
	parent, ok := object.Value.(*hujson.Object)
	if !ok {
		return nil, ErrUnreadable
	}
	if i := indexOf(parent, path[0]); i >= 0 {
		if equals(parent.Members[i].Value, value) {
			return text, nil
		}
		there, isObject := parent.Members[i].Value.Value.(*hujson.Object)
		ours, wantObject := value.(members)
		if isObject && wantObject && holdsMore(there, ours) {
			merge(there, ours, depth, style)
			return document.pack(style), nil
		}
	}
	set(parent, path[0], render(value, depth, style), depth, style)
	return document.pack(style), nil
}

func (jsonc) get(text []byte, path []string) (any, bool, error) {
	document, err := parseJSONC(text)
	if err != nil {
		return nil, false, err
	}
	value := &document.root
	for _, key := range path {
		object, ok := value.Value.(*hujson.Object)
		if !ok {
			return nil, false, ErrUnreadable
		}
		i := indexOf(object, key)
		if i < 0 {
			return nil, false, nil
		}
		value = &object.Members[i].Value
	}
	plain := value.Clone()
	plain.Standardize()
	var out any
	if json.Unmarshal(plain.Pack(), &out) != nil {
		return nil, false, ErrUnreadable
	}
	return out, true, nil
}

func (jsonc) cut(text []byte, path []string) ([]byte, bool, error) {
	document, err := parseJSONC(text)
	if err != nil {
		return nil, false, err
	}
	object := &document.root
	for _, key := range path[:len(path)-1] {
		parent, ok := object.Value.(*hujson.Object)
		if !ok {
			return nil, false, ErrUnreadable
		}
		i := indexOf(parent, key)
		if i < 0 {
			return text, false, nil
		}
		object = &parent.Members[i].Value
	}
	parent, ok := object.Value.(*hujson.Object)
	if !ok {
		return nil, false, ErrUnreadable
	}
	i := indexOf(parent, path[len(path)-1])
	if i < 0 {
		return text, false, nil
	}
	remove(parent, i)
	return document.pack(styleOf(text)), true, nil
}

// jsoncDocument is a text in parts: what hujson does not take stands beside it.
type jsoncDocument struct {
	bom  bool
	root hujson.Value
}

var bom = []byte("\ufeff")

func parseJSONC(text []byte) (*jsoncDocument, error) {
	d := &jsoncDocument{bom: bytes.HasPrefix(text, bom)}
	text = bytes.TrimPrefix(text, bom)
	if len(bytes.TrimSpace(text)) == 0 {
		text = []byte("{}\n")
	}
	root, err := hujson.Parse(bytes.ReplaceAll(text, []byte("\r\n"), []byte("\n")))
	if err != nil {
		return nil, ErrUnreadable
	}
	if _, ok := root.Value.(*hujson.Object); !ok || doubled(root) {
		return nil, ErrUnreadable
	}
	d.root = root
	return d, nil
}

// doubled reports an object with one key twice: which of them a client reads is
// not known.
func doubled(v hujson.Value) bool {
	object, ok := v.Value.(*hujson.Object)
	if !ok {
		return false
	}
	seen := map[string]bool{}
	for _, m := range object.Members {
		key := keyOf(m)
		if seen[key] || doubled(m.Value) {
			return true
		}
		seen[key] = true
	}
	return false
}

func (d *jsoncDocument) pack(s jsonStyle) []byte {
	text := d.root.Pack()
	if s.crlf {
		text = bytes.ReplaceAll(text, []byte("\n"), []byte("\r\n"))
	}
	if d.bom {
		text = append(slices.Clone(bom), text...)
	}
	return text
}

// jsonStyle is how a file is written.
type jsonStyle struct {
	indent string
	crlf   bool
}

// styleOf takes the indent from the first indented line.
func styleOf(text []byte) jsonStyle {
	s := jsonStyle{indent: "  ", crlf: bytes.Contains(text, []byte("\r\n"))}
	for line := range strings.Lines(string(text)) {
		rest := strings.TrimLeft(line, " \t")
		if indent := line[:len(line)-len(rest)]; indent != "" && strings.HasPrefix(rest, `"`) {
			s.indent = indent
			break
		}
	}
	return s
}

func (s jsonStyle) line(depth int) hujson.Extra {
	return hujson.Extra("\n" + strings.Repeat(s.indent, depth))
}

// child gives the object that is a member, and makes it if there is none.
func child(object *hujson.Value, key string, depth int, s jsonStyle) (*hujson.Value, error) {
	parent, ok := object.Value.(*hujson.Object)
	if !ok {
		return nil, ErrUnreadable
	}
	i := indexOf(parent, key)
	if i < 0 {
		set(parent, key, hujson.Value{Value: &hujson.Object{}}, depth, s)
		i = indexOf(parent, key)
	}
	return &parent.Members[i].Value, nil
}

// set replaces a member's value or appends the member on a line of its own.
func set(parent *hujson.Object, key string, value hujson.Value, depth int, s jsonStyle) {
	if i := indexOf(parent, key); i >= 0 {
		old := parent.Members[i].Value
		value.BeforeExtra, value.AfterExtra = old.BeforeExtra, old.AfterExtra
		parent.Members[i].Value = value
		return
	}
	value.BeforeExtra = hujson.Extra(" ")
	if n := len(parent.Members); n > 0 && parent.Members[n-1].Value.AfterExtra != nil {
		value.AfterExtra = hujson.Extra{} // the last member has a comma, and so has the new one
	}
	name := hujson.Value{BeforeExtra: s.line(depth), Value: hujson.String(key)}
	if comments := strings.TrimRight(string(parent.AfterExtra), " \t\n"); comments != "" {
		name.BeforeExtra = append(hujson.Extra(comments), name.BeforeExtra...)
		parent.AfterExtra = nil
	}
	parent.Members = append(parent.Members, hujson.ObjectMember{Name: name, Value: value})
	parent.AfterExtra = s.line(depth - 1)
}

// remove takes a member out. Comments before it stay, since they may be about
// its neighbour, and so does a comma behind the last member.
func remove(parent *hujson.Object, i int) {
	gone := parent.Members[i]
	parent.Members = slices.Delete(parent.Members, i, i+1)
	next := &parent.AfterExtra
	if i < len(parent.Members) {
		next = &parent.Members[i].Name.BeforeExtra
	} else if i > 0 && gone.Value.AfterExtra != nil && parent.Members[i-1].Value.AfterExtra == nil {
		parent.Members[i-1].Value.AfterExtra = hujson.Extra{}
	}
	if comments := strings.TrimRight(string(gone.Name.BeforeExtra), " \t\n"); comments != "" {
		*next = append(hujson.Extra(comments), *next...)
	}
	if len(parent.Members) == 0 && strings.TrimSpace(string(parent.AfterExtra)) == "" {
		parent.AfterExtra = nil
	}
}

func indexOf(object *hujson.Object, key string) int {
	return slices.IndexFunc(object.Members, func(m hujson.ObjectMember) bool { return keyOf(m) == key })
}

func keyOf(m hujson.ObjectMember) string {
	name, _ := m.Name.Value.(hujson.Literal)
	return name.String()
}

// render writes a value the way people do, an indent deeper on each level.
func render(value any, depth int, s jsonStyle) hujson.Value {
	switch v := value.(type) {
	case members:
		object := &hujson.Object{}
		for _, m := range v {
			set(object, m.name, render(m.value, depth+1, s), depth+1, s)
		}
		return hujson.Value{Value: object}
	case []any:
		array := &hujson.Array{}
		for _, item := range v {
			element := render(item, depth+1, s)
			element.BeforeExtra = s.line(depth + 1)
			array.Elements = append(array.Elements, element)
		}
		array.AfterExtra = s.line(depth)
		return hujson.Value{Value: array}
	default:
		return literal(v)
	}
}

// literal is a plain value on one line.
func literal(value any) hujson.Value {
	var text bytes.Buffer
	encoder := json.NewEncoder(&text)
	encoder.SetEscapeHTML(false)
	if encoder.Encode(value) != nil {
		panic("clients: no plain value")
	}
	parsed, err := hujson.Parse(bytes.ReplaceAll(bytes.TrimSpace(text.Bytes()), []byte(`","`), []byte(`", "`)))
	if err != nil {
		panic("clients: no plain value")
	}
	return parsed
}
