package audit

import (
	"encoding/json"
	"reflect"
	"strconv"
	"strings"
	"time"
)

// appendValue writes one plain value. It reports false for any other.
func appendValue(out []byte, value any, text func(string) string) ([]byte, bool) {
	switch value := value.(type) {
	case nil:
		return append(out, "null"...), true
	case time.Duration:
		return strconv.AppendInt(out, value.Milliseconds(), 10), true
	case json.Number:
		return append(out, value...), json.Valid([]byte(value)) && isNumber(string(value))
	case []any:
		return appendList(out, value, text)
	}
	v := reflect.ValueOf(value)
	switch {
	case v.Kind() == reflect.String:
		return appendText(out, text(v.String())), true
	case v.Kind() == reflect.Bool:
		return strconv.AppendBool(out, v.Bool()), true
	case v.CanInt():
		return strconv.AppendInt(out, v.Int(), 10), true
	case v.CanUint():
		return strconv.AppendUint(out, v.Uint(), 10), true
	case v.CanFloat():
		number, err := json.Marshal(v.Float())
		return append(out, number...), err == nil
	case v.Kind() == reflect.Slice && v.Type().Elem().Kind() == reflect.String:
		return appendList(out, texts(v), text)
	}
	return nil, false
}

func texts(list reflect.Value) []any {
	out := make([]any, list.Len())
	for i := range out {
		out[i] = list.Index(i).String()
	}
	return out
}

// appendList writes a list of strings and nothing else.
func appendList(out []byte, list []any, text func(string) string) ([]byte, bool) {
	if len(list) > maxList {
		return nil, false
	}
	out = append(out, '[')
	for i, item := range list {
		s, ok := item.(string)
		if !ok {
			return nil, false
		}
		if i > 0 {
			out = append(out, ',')
		}
		out = appendText(out, text(s))
	}
	return append(out, ']'), true
}

func isNumber(text string) bool { return text != "" && strings.Trim(text, "0123456789+-.eE") == "" }
