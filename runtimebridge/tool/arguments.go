package tool

import "errors"

// ErrInvalidArguments reports arguments that are no JSON object, or one that
// could be read in two ways.
var ErrInvalidArguments = errors.New("tool: arguments are not one JSON object")

// DecodeArguments reads the arguments of a model's call: one JSON object, or
// nothing at all, which is the empty object. Numbers become json.Number.
// Duplicate keys, invalid UTF-8, more than 128 levels and anything after the
// object are ErrInvalidArguments.
func DecodeArguments(raw string) (map[string]any, error) { return nil, ErrInvalidArguments }
