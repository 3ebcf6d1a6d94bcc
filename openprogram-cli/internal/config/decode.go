package config

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"strings"
	"unicode/utf8"
)

// maxFile bounds the configuration file.
const maxFile = 1 << 20

var byteOrderMark = []byte("\xef\xbb\xbf")

// errSyntax is never shown as it is: decodeValue adds the line.
var errSyntax = errors.New("config: not valid JSON")

// decode reads the file's one JSON object into a tree of map[string]any, []any,
// json.Number and so on. Unlike encoding/json it refuses a key that stands twice
// in an object and bytes that are not UTF-8.
func decode(data []byte) (map[string]any, error) {
	data = bytes.TrimPrefix(data, byteOrderMark)
	value, err := decodeValue(data)
	if err != nil {
		return nil, err
	}
	tree, ok := value.(map[string]any)
	if !ok {
		return nil, &Error{Problem: "the file is not a JSON object"}
	}
	return tree, nil
}

// decodeValue reads exactly one JSON value.
func decodeValue(data []byte) (any, error) {
	if !utf8.Valid(data) {
		return nil, &Error{Problem: "the text is not UTF-8"}
	}
	d := json.NewDecoder(bytes.NewReader(data))
	d.UseNumber()
	value, err := decodeNext(d, "")
	if err == nil {
		if _, err = d.Token(); err == io.EOF {
			return value, nil
		}
		err = errSyntax
	}
	var ours *Error
	if errors.As(err, &ours) {
		return nil, ours
	}
	return nil, &Error{Problem: "the text is not valid JSON", Line: lineAt(data, d.InputOffset())}
}

func decodeNext(d *json.Decoder, path string) (any, error) {
	token, err := d.Token()
	if err != nil {
		return nil, errSyntax
	}
	switch token {
	case json.Delim('{'):
		return decodeObject(d, path)
	case json.Delim('['):
		return decodeArray(d, path)
	}
	return token, nil
}

func decodeObject(d *json.Decoder, path string) (map[string]any, error) {
	object := map[string]any{}
	for d.More() {
		token, err := d.Token()
		if err != nil {
			return nil, errSyntax
		}
		key := token.(string) // the decoder gives nothing else in this place
		here := join(path, key)
		if _, twice := object[key]; twice {
			return nil, &Error{Key: here, Problem: "the key stands twice"}
		}
		if object[key], err = decodeNext(d, here); err != nil {
			return nil, err
		}
	}
	return object, closing(d)
}

func decodeArray(d *json.Decoder, path string) ([]any, error) {
	array := []any{}
	for d.More() {
		value, err := decodeNext(d, path)
		if err != nil {
			return nil, err
		}
		array = append(array, value)
	}
	return array, closing(d)
}

func closing(d *json.Decoder) error {
	if _, err := d.Token(); err != nil {
		return errSyntax
	}
	return nil
}

func join(path, key string) string { return strings.TrimPrefix(path+"."+key, ".") }

func lineAt(data []byte, offset int64) int {
	return bytes.Count(data[:min(offset, int64(len(data)))], []byte("\n")) + 1
}
