package tool

import (
	"encoding/json"
	"errors"
	"strings"
	"unicode/utf8"
)

// maxDepth is how deeply arguments may be nested.
const maxDepth = 128

// ErrInvalidArguments reports arguments that are no JSON object, or one that
// could be read in two ways.
var ErrInvalidArguments = errors.New("tool: arguments are not one plain JSON object")

// DecodeArguments reads the arguments of a model's call: one JSON object, or
// nothing or null, which both mean the empty object. Numbers become json.Number.
// Duplicate keys, invalid UTF-8, more than 128 levels, numbers of absurd size
// and anything after the object are ErrInvalidArguments. A string that holds
// JSON is a string.
func DecodeArguments(raw string) (map[string]any, error) {
	raw = strings.Trim(raw, " \t\r\n")
	if raw == "" || raw == "null" {
		return map[string]any{}, nil
	}
	if !utf8.ValidString(raw) || !json.Valid([]byte(raw)) {
		return nil, ErrInvalidArguments
	}
	decoder := json.NewDecoder(strings.NewReader(raw))
	decoder.UseNumber()
	value, err := decodeValue(decoder, 0)
	if err != nil {
		return nil, err
	}
	object, ok := value.(map[string]any)
	if !ok {
		return nil, ErrInvalidArguments
	}
	return object, nil
}

// decodeValue reads one value below depth levels. The text is known to be JSON,
// so the tokens come in an order that makes sense.
func decodeValue(decoder *json.Decoder, depth int) (any, error) {
	token, err := decoder.Token()
	if err != nil {
		return nil, ErrInvalidArguments
	}
	switch v := token.(type) {
	case json.Delim:
		if depth == maxDepth {
			return nil, ErrInvalidArguments
		}
		if v == '{' {
			return decodeObject(decoder, depth+1)
		}
		return decodeArray(decoder, depth+1)
	case json.Number:
		if !plainNumber(string(v)) {
			return nil, ErrInvalidArguments
		}
	}
	return token, nil
}

func decodeObject(decoder *json.Decoder, depth int) (any, error) {
	object := map[string]any{}
	for decoder.More() {
		key, err := decoder.Token()
		if err != nil {
			return nil, ErrInvalidArguments
		}
		name, _ := key.(string)
		if _, duplicate := object[name]; duplicate {
			return nil, ErrInvalidArguments
		}
		if object[name], err = decodeValue(decoder, depth); err != nil {
			return nil, err
		}
	}
	_, err := decoder.Token() // the closing brace
	return object, err
}

func decodeArray(decoder *json.Decoder, depth int) (any, error) {
	array := []any{}
	for decoder.More() {
		value, err := decodeValue(decoder, depth)
		if err != nil {
			return nil, err
		}
		array = append(array, value)
	}
	_, err := decoder.Token() // the closing bracket
	return array, err
}

// detach copies decoded JSON so that nobody else can change it.
func detach(value any) any {
	switch v := value.(type) {
	case map[string]any:
		out := make(map[string]any, len(v))
		for name, item := range v {
			out[name] = detach(item)
		}
		return out
	case []any:
		out := make([]any, len(v))
		for i, item := range v {
			out[i] = detach(item)
		}
		return out
	}
	return value
}
