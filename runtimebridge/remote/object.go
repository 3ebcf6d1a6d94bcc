package remote

import (
	"bytes"
	"encoding/json"
	"errors"
	"slices"
)

// object is a JSON object that keeps the order of its members, and their text.
type object []member

type member struct {
	name  string
	value json.RawMessage
}

var errMembers = errors.New("remote: want an object whose names all differ")

// UnmarshalJSON reads an object. A name that stands twice is refused: a change
// of one of the two would be a guess.
func (o *object) UnmarshalJSON(data []byte) error {
	d := json.NewDecoder(bytes.NewReader(data))
	if start, err := d.Token(); err != nil || start != json.Delim('{') {
		return errMembers
	}
	*o = object{}
	for d.More() {
		name, err := d.Token()
		if err != nil {
			return err
		}
		m := member{name: name.(string)} // nothing else stands in this place
		if err := d.Decode(&m.value); err != nil {
			return err
		}
		if o.index(m.name) >= 0 {
			return errMembers
		}
		*o = append(*o, m)
	}
	_, err := d.Token()
	return err
}

// MarshalJSON writes the members in their order.
func (o object) MarshalJSON() ([]byte, error) {
	out := []byte{'{'}
	for i, m := range o {
		if i > 0 {
			out = append(out, ',')
		}
		name, err := plainJSON(m.name)
		if err != nil {
			return nil, err
		}
		out = append(append(append(out, name...), ':'), m.value...)
	}
	return append(out, '}'), nil
}

func (o object) index(name string) int {
	return slices.IndexFunc(o, func(m member) bool { return m.name == name })
}

func (o object) member(name string) (json.RawMessage, bool) {
	i := o.index(name)
	if i < 0 {
		return nil, false
	}
	return o[i].value, true
}

// set gives a member a value, in its place or at the end.
func (o *object) set(name string, value any) error {
	raw, err := plainJSON(value)
	if err != nil {
		return err
	}
	if i := o.index(name); i >= 0 {
		(*o)[i].value = raw
		return nil
	}
	*o = append(*o, member{name: name, value: raw})
	return nil
}

func (o *object) remove(name string) bool {
	i := o.index(name)
	if i < 0 {
		return false
	}
	*o = slices.Delete(*o, i, i+1)
	return true
}

// plainJSON is the JSON of a value without HTML escapes.
func plainJSON(value any) ([]byte, error) {
	var out bytes.Buffer
	encoder := json.NewEncoder(&out)
	encoder.SetEscapeHTML(false)
	err := encoder.Encode(value)
	return bytes.TrimSpace(out.Bytes()), err
}
