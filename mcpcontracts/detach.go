package mcpcontracts

import (
	"encoding/json"
	"errors"
	"math"
	"reflect"
	"strconv"
	"unicode/utf8"
)

// errNotJSON reports a Go value that has no exact JSON form.
var errNotJSON = errors.New("mcpcontracts: value has no JSON form")

// detach copies a Go value into plain JSON values that share nothing with it:
// map[string]any, []any, string, bool, json.Number and nil. Numbers must be
// finite, strings valid UTF-8. A value nested deeper than MaxDepth, as one that
// contains itself, has no JSON form.
func detach(v any, depth int) (any, error) {
	switch v := v.(type) {
	case nil:
		return nil, nil
	case bool:
		return v, nil
	case string:
		return detachText(v)
	case json.Number:
		if !acceptableNumber(string(v)) {
			return nil, errNotJSON
		}
		return v, nil
	case map[string]any:
		return detachObject(v, depth)
	case []any:
		return detachArray(v, depth)
	case json.RawMessage:
		value, err := Decode(v)
		if err != nil {
			return nil, errNotJSON
		}
		return detach(value, depth)
	}
	return detachKind(reflect.ValueOf(v), depth)
}

func detachText(s string) (any, error) {
	if !utf8.ValidString(s) {
		return nil, errNotJSON
	}
	return s, nil
}

func detachObject(object map[string]any, depth int) (any, error) {
	if depth == MaxDepth {
		return nil, errNotJSON
	}
	members := make(map[string]any, len(object))
	for name, value := range object {
		if !utf8.ValidString(name) {
			return nil, errNotJSON
		}
		member, err := detach(value, depth+1)
		if err != nil {
			return nil, err
		}
		members[name] = member
	}
	return members, nil
}

func detachArray(array []any, depth int) (any, error) {
	if depth == MaxDepth {
		return nil, errNotJSON
	}
	list := make([]any, len(array))
	for i, item := range array {
		value, err := detach(item, depth+1)
		if err != nil {
			return nil, err
		}
		list[i] = value
	}
	return list, nil
}

// detachKind copies a value of another type by what it is made of.
func detachKind(v reflect.Value, depth int) (any, error) {
	switch v.Kind() {
	case reflect.Bool:
		return v.Bool(), nil
	case reflect.String:
		return detachText(v.String())
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		return json.Number(strconv.FormatInt(v.Int(), 10)), nil
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64, reflect.Uintptr:
		return json.Number(strconv.FormatUint(v.Uint(), 10)), nil
	case reflect.Float32, reflect.Float64:
		return detachFloat(v.Float(), v.Type().Bits())
	case reflect.Map:
		if v.Type().Key().Kind() != reflect.String {
			return nil, errNotJSON
		}
		object := make(map[string]any, v.Len())
		for _, name := range v.MapKeys() {
			object[name.String()] = v.MapIndex(name).Interface()
		}
		return detachObject(object, depth)
	case reflect.Slice, reflect.Array:
		array := make([]any, v.Len())
		for i := range array {
			array[i] = v.Index(i).Interface()
		}
		return detachArray(array, depth)
	}
	return nil, errNotJSON
}

func detachFloat(f float64, bits int) (any, error) {
	if math.IsNaN(f) || math.IsInf(f, 0) {
		return nil, errNotJSON
	}
	return json.Number(appendFloat(nil, f, bits)), nil
}
