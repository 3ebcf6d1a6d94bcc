package jsonl

import (
	"bytes"
	"encoding/json"
	"math"
	"strconv"
	"time"
)

// maxSeconds is the last second of the year 9999.
const maxSeconds = 253402300799

// problem is what is wrong with a value, and where, from the inside out.
type problem struct{ path, text string }

// Error leaves the place out: whoever knows the line adds it.
func (p *problem) Error() string { return p.text }

// in puts a place before the path of a problem.
func in(place string, err error) error {
	p, ok := err.(*problem)
	if !ok {
		return err
	}
	if p.path != "" && p.path[0] != '[' {
		place += "."
	}
	return &problem{path: place + p.path, text: p.text}
}

func inIndex(i int, err error) error { return in("["+strconv.Itoa(i)+"]", err) }

func decodeString(value []byte, into *string) error {
	if value[0] != '"' {
		return &problem{text: "not a string"}
	}
	if bytes.IndexByte(value, '\\') < 0 {
		*into = string(value[1 : len(value)-1])
		return nil
	}
	return json.Unmarshal(value, into)
}

func decodeNonempty(value []byte, into *string) error {
	if err := decodeString(value, into); err != nil {
		return err
	}
	if *into == "" {
		return &problem{text: "empty"}
	}
	return nil
}

func decodeBool(value []byte, into *bool) error {
	switch string(value) {
	case "true", "false":
		*into = value[0] == 't'
		return nil
	}
	return &problem{text: "not a boolean"}
}

func decodeTime(value []byte, into *time.Time) error {
	seconds, err := strconv.ParseFloat(string(value), 64)
	if err != nil {
		return &problem{text: "not a number"}
	}
	if seconds < 0 || seconds > maxSeconds {
		return &problem{text: "not a time in Unix seconds"}
	}
	*into = time.UnixMicro(int64(math.Round(seconds * 1e6))).UTC()
	return nil
}

// field is one key that an object may have.
type field[T any] struct {
	name     string
	required bool
	decode   func(*T, []byte) error
}

// decodeObject reads an object whose keys are all among the fields.
func decodeObject[T any](value []byte, fields []field[T], into *T) error {
	if value[0] != '{' {
		return &problem{text: "not an object"}
	}
	seen := 0
	members := inner(value)
	for m, ok := members.nextMember(); ok; m, ok = members.nextMember() {
		var key string
		if err := decodeString(m.key, &key); err != nil {
			return err
		}
		i := 0
		for i < len(fields) && fields[i].name != key {
			i++
		}
		if i == len(fields) {
			return &problem{text: "unknown key"}
		}
		if seen&(1<<i) != 0 {
			return in(key, &problem{text: "key appears twice"})
		}
		seen |= 1 << i
		if err := fields[i].decode(into, m.value); err != nil {
			return in(key, err)
		}
	}
	for i, f := range fields {
		if f.required && seen&(1<<i) == 0 {
			return in(f.name, &problem{text: "missing"})
		}
	}
	return nil
}

// decodeArray reads an array of such objects.
func decodeArray[T any](value []byte, fields []field[T], into *[]T) error {
	if value[0] != '[' {
		return &problem{text: "not an array"}
	}
	elements := inner(value)
	for e, ok := elements.nextElement(); ok; e, ok = elements.nextElement() {
		var item T
		if err := decodeObject(e, fields, &item); err != nil {
			return inIndex(len(*into), err)
		}
		*into = append(*into, item)
	}
	return nil
}
